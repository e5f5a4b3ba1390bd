#include "core/audit/space_distance.hpp"

namespace tactus::core {

Real distance_to_segment(const SpacePoint& p, const SpacePoint& a, const SpacePoint& b) {
  const SpacePoint d = b - a;
  const Real square = dot(d, d);
  const Real s = square > 0 ? std::clamp(dot(p - a, d) / square, Real{0}, Real{1}) : 0;
  return distance(p, along(a, s, d));
}

/// The foot of the perpendicular is in the triangle, or the nearest point is on a side.
Real distance_to_triangle(const SpacePoint& p, const Triangle& t) {
  const SpacePoint normal = cross(t[1] - t[0], t[2] - t[0]);
  const Real size = length(normal);
  bool within = size > 0;
  for (std::size_t k = 0; within && k < 3; ++k) {
    const SpacePoint &a = t[k], &b = t[(k + 1) % 3];
    within = dot(cross(b - a, p - a), normal) >= 0;
  }
  if (within) return std::abs(dot(p - t[0], normal)) / size;
  return std::min({distance_to_segment(p, t[0], t[1]), distance_to_segment(p, t[1], t[2]),
                   distance_to_segment(p, t[2], t[0])});
}

/// Between inner points if the common perpendicular meets both segments, else from an end.
Real distance_between_segments(const SpacePoint& a, const SpacePoint& b, const SpacePoint& c,
                               const SpacePoint& d) {
  const SpacePoint u = b - a, v = d - c, w = c - a, normal = cross(u, v);
  const Real square = dot(normal, normal);
  if (square > 0) {
    const Real s = dot(cross(w, v), normal) / square, t = dot(cross(w, u), normal) / square;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) return std::abs(dot(w, normal)) / std::sqrt(square);
  }
  return std::min({distance_to_segment(a, c, d), distance_to_segment(b, c, d),
                   distance_to_segment(c, a, b), distance_to_segment(d, a, b)});
}

}  // namespace tactus::core
