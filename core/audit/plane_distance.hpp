/// \file plane_distance.hpp  Distances in the plane, rounded: they measure overlaps that exact signs have found.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/audit/box_tree.hpp"
#include "core/audit/sign.hpp"

namespace tactus::core {

inline Real distance(PlanePoint a, PlanePoint b) { return std::hypot(b.x - a.x, b.y - a.y); }

inline Real distance_to_segment(PlanePoint p, PlanePoint a, PlanePoint b) {
  const Real tx = b.x - a.x, ty = b.y - a.y, square = tx * tx + ty * ty;
  const Real along = square > 0 ? ((p.x - a.x) * tx + (p.y - a.y) * ty) / square : 0;
  const Real s = std::clamp(along, Real{0}, Real{1});
  return std::hypot(a.x + s * tx - p.x, a.y + s * ty - p.y);
}

/// From a point to a box, whose inside counts as 0.
inline Real distance_to_box(PlanePoint p, const Box<2>& box) {
  const Real dx = std::max({box.lo[0] - p.x, p.x - box.hi[0], Real{0}});
  const Real dy = std::max({box.lo[1] - p.y, p.y - box.hi[1], Real{0}});
  return std::hypot(dx, dy);
}

}  // namespace tactus::core
