/// \file plane_depth.hpp  How deep bodies of the plane are in each other.
///
/// The depth of one body in another is the largest distance to the other's boundary that a point of its
/// own boundary has inside of it. Along a facet the signed distance changes by no more than the way
/// along it, so the largest value is enclosed by halving: it is found to a thousandth of the facet.
#pragma once

#include <cstdint>

#include "core/audit/box_tree.hpp"
#include "core/audit/plane_boundary.hpp"
#include "core/audit/sign.hpp"

namespace tactus::core {

struct PlaneDepth {
  Real length = 0;     ///< m
  Real in_facets = 0;  ///< parts of the facet of the other body that is nearest
};

/// Reads boundaries and trees that are fitted to the points.
class PlaneDepthMeter {
 public:
  /// Whether a point is inside of a body; asked of points that are not on its boundary.
  using Inside = FunctionRef<bool(PlanePoint, std::int32_t)>;

  PlaneDepthMeter(const PlaneBoundary& boundary, const std::vector<BoxTree<2>>& trees,
                  View<Real> points, Inside inside)
      : boundary_(boundary), trees_(trees), points_(points), inside_(inside) {}

  /// Greatest depth of the boundary of `inner` in the body `outer`; zero where they do not overlap.
  PlaneDepth of(std::int32_t inner, std::int32_t outer) const;
  /// Of a point alone.
  PlaneDepth of(PlanePoint p, std::int32_t outer) const;

 private:
  /// Distance to the boundary of a body, positive inside of it, and the length of the nearest facet.
  struct Signed {
    Real distance = 0, facet_length = 0;
  };
  Signed signed_distance(PlanePoint p, std::int32_t body) const;
  void raise(PlanePoint from, PlanePoint to, std::int32_t outer, PlaneDepth& deepest) const;
  static void raise(const Signed& at, PlaneDepth& deepest);
  PlanePoint at(Index point) const { return {points_[2 * point], points_[2 * point + 1]}; }

  const PlaneBoundary& boundary_;
  const std::vector<BoxTree<2>>& trees_;
  View<Real> points_;
  Inside inside_;
};

}  // namespace tactus::core
