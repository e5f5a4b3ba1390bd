/// \file plane_depth.hpp  Measures how deep plane bodies overlap.
///
/// The depth of one body in another is the largest distance from the other's boundary of those
/// points of its own boundary that are inside. Along a facet the signed distance changes no faster
/// than the arc length (it is Lipschitz continuous with constant 1). Bisection of a facet therefore
/// encloses its maximum, which is found to a thousandth of the length of the facet.
#pragma once

#include <cstdint>
#include <vector>

#include "core/audit/box_tree.hpp"
#include "core/audit/depth.hpp"
#include "core/audit/plane_boundary.hpp"

namespace tactus::core {

/// Computes depths from boundaries and box trees that the caller has fitted to the current points.
class PlaneDepthMeter {
 public:
  PlaneDepthMeter(const PlaneBoundary& boundary, const std::vector<BoxTree<2>>& trees,
                  View<Real> points, PlaneWinding winding)
      : boundary_(boundary), trees_(trees), points_(points), winding_(winding) {}

  /// Greatest depth of the boundary of `inner` in the body `outer`; zero if they do not overlap.
  Depth of(std::int32_t inner, std::int32_t outer) const;
  /// Depth of a single point, or of a disk round it.
  Depth of(Index point, Real radius, std::int32_t outer) const;

 private:
  SignedDistance signed_distance(PlanePoint p, std::int32_t body) const;
  void raise(Index start, Index end, std::int32_t outer, Depth& deepest) const;
  PlanePoint at(Index point) const { return {points_[2 * point], points_[2 * point + 1]}; }

  const PlaneBoundary& boundary_;
  const std::vector<BoxTree<2>>& trees_;
  View<Real> points_;
  PlaneWinding winding_;
};

}  // namespace tactus::core
