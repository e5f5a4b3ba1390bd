/// \file plane_depth.hpp  Measures how deep plane bodies overlap.
///
/// The depth of one body in another is the largest distance from the other's boundary of those
/// points of its own boundary that are inside. Along a facet the signed distance changes no faster
/// than the arc length (it is Lipschitz continuous with constant 1). Bisection of a facet therefore
/// encloses its maximum, which is found to a thousandth of the length of the facet.
#pragma once

#include <cstdint>

#include "core/audit/box_tree.hpp"
#include "core/audit/plane_boundary.hpp"
#include "core/audit/sign.hpp"
#include "tactus/function_ref.hpp"

namespace tactus::core {

struct PlaneDepth {
  Real length = 0;      ///< m
  Real in_facets = 0;   ///< multiples of the length of the nearest facet of the other body
  PlanePoint place{};   ///< where it is `length` deep
  Index point = kNone;  ///< the point of the boundary there; kNone: between two of them
  Index facet = kNone;  ///< of the other body, that is nearest there, as the boundary numbers them
};

/// Computes depths from boundaries and box trees that the caller has fitted to the current points.
class PlaneDepthMeter {
 public:
  /// Tells whether a point is inside a body. It is not asked for points on the boundary of that
  /// body.
  using Inside = FunctionRef<bool(PlanePoint, std::int32_t)>;

  PlaneDepthMeter(const PlaneBoundary& boundary, const std::vector<BoxTree<2>>& trees,
                  View<Real> points, Inside inside)
      : boundary_(boundary), trees_(trees), points_(points), inside_(inside) {}

  /// Greatest depth of the boundary of `inner` in the body `outer`; zero if they do not overlap.
  PlaneDepth of(std::int32_t inner, std::int32_t outer) const;
  /// Depth of a single point, or of a disk round it.
  PlaneDepth of(Index point, Real radius, std::int32_t outer) const;

 private:
  /// Distance to the boundary of a body, positive inside, and the length of the nearest facet.
  struct Signed {
    Real distance = 0, facet_length = 0;
    Index facet = kNone;
  };
  Signed signed_distance(PlanePoint p, std::int32_t body) const;
  void raise(Index start, Index end, std::int32_t outer, PlaneDepth& deepest) const;
  static void raise(const Signed& found, PlanePoint place, Index point, PlaneDepth& deepest);
  PlanePoint at(Index point) const { return {points_[2 * point], points_[2 * point + 1]}; }

  const PlaneBoundary& boundary_;
  const std::vector<BoxTree<2>>& trees_;
  View<Real> points_;
  Inside inside_;
};

}  // namespace tactus::core
