/// \file plane_touch.hpp  Tells plane bodies that touch from bodies that overlap.
///
/// Bodies that lie on each other overlap by rounding. The depth of a boundary in another body does
/// not show that alone: two bodies in the same place have boundaries that are nowhere deep in each
/// other, too. Overlaps are rounding only if two more conditions hold. Facets that cross do so at
/// an end of one of them, and a point just behind a facet is in the body of that facet alone.
#pragma once

#include <cstdint>
#include <optional>

#include "core/audit/plane_boundary.hpp"
#include "core/audit/plane_distance.hpp"
#include "tactus/types.hpp"

namespace tactus::core {

class PlaneTouch {
 public:
  /// @param touching  m, largest depth that is rounding
  PlaneTouch(const PlaneBoundary& boundary, View<Real> points, Real touching, PlaneWinding winding)
      : boundary_(boundary), points_(points), touching_(touching), winding_(winding) {}

  /// m, how far the facets from p to q and from r to s, which cross, reach past each other: the
  /// least distance of an end from the other facet.
  static Real cut(PlanePoint p, PlanePoint q, PlanePoint r, PlanePoint s);

  /// Whether a point of `inner` just behind a corner or the middle of a facet, a little more than the
  /// tolerance, is in `outer`, or, if this is the same body, in it twice.
  bool covers(std::int32_t outer, std::int32_t inner) const;

 private:
  PlanePoint behind_middle(PlanePoint a, PlanePoint b) const;
  std::optional<PlanePoint> behind_corner(PlanePoint before, PlanePoint p, PlanePoint after) const;
  PlanePoint at(Index point) const { return {points_[2 * point], points_[2 * point + 1]}; }

  const PlaneBoundary& boundary_;
  View<Real> points_;
  Real touching_;
  PlaneWinding winding_;
};

}  // namespace tactus::core
