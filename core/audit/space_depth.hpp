/// \file space_depth.hpp  Measures how deep bodies overlap in space, and tells bodies that touch from bodies that
/// overlap (docs/theory/audit.md). A search along all edges would take minutes where fine meshes rest on each
/// other.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <vector>

#include "core/audit/depth.hpp"
#include "core/audit/space_distance.hpp"
#include "core/audit/space_inside.hpp"

namespace tactus::core {

/// An edge that pierces a facet of another body, and where.
struct PiercingEdge {
  std::int32_t body = 0;
  Index from = 0, to = 0;  ///< points, the lower number first
  Real at = 0;             ///< from + at (to - from), rounded
  bool operator==(const PiercingEdge&) const = default;
  auto operator<=>(const PiercingEdge&) const = default;
};

/// How far an edge that pierces a facet reaches past it at least: the distance by which one of them
/// has to move so that an end, or the edge and a side of the facet, meet instead. m
Real cut(const SpacePoint& from, const SpacePoint& to, const Triangle& facet);

/// At which part of the edge it pierces the plane of the facet.
Real piercing_place(const SpacePoint& from, const SpacePoint& to, const Triangle& facet);

/// Uses trees that the caller has fitted to the current points.
class SpaceDepthMeter {
 public:
  SpaceDepthMeter(const SpaceBoundary& boundary, const std::vector<BoxTree<3>>& trees,
                  View<Real> points)
      : boundary_(boundary), trees_(trees), points_(points) {}

  /// Greatest depth of the boundary of `inner` in the body `outer`; zero if they do not overlap.
  /// @param edges  of `inner` and others, that pierce facets of `outer`; sorted
  Depth of(std::int32_t inner, std::int32_t outer, View<PiercingEdge> edges) const;
  /// Depth of a single point, or of a ball round it.
  Depth of(Index point, Real radius, std::int32_t outer) const;

  /// Whether a point of `inner` is in `outer`, or, if this is the same body, in it twice: just
  /// behind the middle of a facet, a little more than `touching`, or in the middle of an element.
  bool covers(std::int32_t outer, std::int32_t inner, Real touching) const;

 private:
  SignedDistance signed_distance(const SpacePoint& p, std::int32_t body) const;
  const BoxTree<3>& tree(std::int32_t body) const { return trees_[static_cast<std::size_t>(body)]; }
  SpacePoint at(Index point) const { return point_at(points_.data() + 3 * point); }
  Triangle triangle(Index facet) const;

  const SpaceBoundary& boundary_;
  const std::vector<BoxTree<3>>& trees_;
  View<Real> points_;
};

}  // namespace tactus::core
