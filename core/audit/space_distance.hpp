/// \file space_distance.hpp  Distances in space, rounded: they measure overlaps that exact signs
/// have found.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "core/audit/box_tree.hpp"
#include "tactus/types.hpp"

namespace tactus::core {

using SpacePoint = std::array<Real, 3>;

inline SpacePoint point_at(const Real* x) { return {x[0], x[1], x[2]}; }
inline SpacePoint operator-(const SpacePoint& a, const SpacePoint& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
/// a + s d
inline SpacePoint along(const SpacePoint& a, Real s, const SpacePoint& d) {
  return {a[0] + s * d[0], a[1] + s * d[1], a[2] + s * d[2]};
}
inline Real dot(const SpacePoint& a, const SpacePoint& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline SpacePoint cross(const SpacePoint& a, const SpacePoint& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline Real length(const SpacePoint& a) { return std::hypot(a[0], a[1], a[2]); }
inline Real distance(const SpacePoint& a, const SpacePoint& b) { return length(b - a); }

/// Corners of a triangle.
using Triangle = std::array<SpacePoint, 3>;

inline Real longest_side(const Triangle& t) {
  return std::max({distance(t[0], t[1]), distance(t[1], t[2]), distance(t[2], t[0])});
}

Real distance_to_segment(const SpacePoint& p, const SpacePoint& a, const SpacePoint& b);
Real distance_to_triangle(const SpacePoint& p, const Triangle& t);
Real distance_between_segments(const SpacePoint& a, const SpacePoint& b, const SpacePoint& c,
                               const SpacePoint& d);
/// From a point to a box, whose inside counts as 0.
inline Real distance_to_box(const SpacePoint& p, const Box<3>& box) {
  Real square = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const Real d = std::max({box.lo[k] - p[k], p[k] - box.hi[k], Real{0}});
    square += d * d;
  }
  return std::sqrt(square);
}

}  // namespace tactus::core
