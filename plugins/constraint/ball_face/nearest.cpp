#include "nearest.hpp"

#include <cmath>

namespace ball_face {
namespace {

Point at(View<Real> y, Index v) { return point<3>(y, v); }

/// Of the line through two vertices: how far along it the foot is, 0 at the first and 1 at the second.
Real foot(View<Real> y, Index a, Index b, const Point& c) {
  const Point e = at(y, b) - at(y, a);
  return e.dot(c - at(y, a)) / e.squaredNorm();
}

/// Barycentric coordinates of the foot on the plane of a triangle, those of its second and third corner.
std::array<Real, 2> in_plane(View<Real> y, View<Index> corners, const Point& c) {
  const Point a = at(y, corners[0]), e = at(y, corners[1]) - a, f = at(y, corners[2]) - a;
  const Point normal = e.cross(f), d = c - a;
  const Real square = normal.squaredNorm();
  return {normal.dot(d.cross(f)) / square, normal.dot(e.cross(d)) / square};
}

}  // namespace

Nearest nearest(const Surface& surface, View<Real> y, Index facet, Index ball) {
  const View<Index> t = surface.facet_vertices(facet);
  const Point c = at(y, ball);
  const auto [p, q] = in_plane(y, t, c);
  Nearest found{.vertices = {t[0], t[1], t[2]}};
  if (p > 0 && q > 0 && p + q < 1) {
    const Real height = distance(y, face, t, ball).value;
    found.distance = std::abs(height);
    found.outside = height >= 0;
    return found;
  }
  // Beyond the sides of the triangle: the nearest point is on one of its edges.
  found.distance = kUnlimited;
  for (std::size_t k = 0; k < 3; ++k) {
    const Index a = t[k], b = t[(k + 1) % 3];
    const Real s = foot(y, a, b, c);
    const Index end = s > 0 ? b : a;
    const Real d =
        (c - (s > 0 && s < 1 ? Point(at(y, a) + s * (at(y, b) - at(y, a))) : at(y, end))).norm();
    if (!(d < found.distance)) continue;
    found.distance = d;
    found.place = s > 0 && s < 1 ? edge : corner;
    found.vertices = found.place == edge ? std::array<Index, 3>{a, b, kNone}
                                         : std::array<Index, 3>{end, kNone, kNone};
  }
  return found;
}

Distance distance(View<Real> y, Place place, View<Index> corners, Index ball) {
  const Point c = at(y, ball), a = at(y, corners[0]);
  Distance d;
  if (place == face) {
    d.n = (at(y, corners[1]) - a).cross(at(y, corners[2]) - a).normalized();
    d.value = d.n.dot(c - a);
    const auto [p, q] = in_plane(y, corners, c);
    d.weight = {1 - p - q, p, q};
    return d;
  }
  Point x = a;
  d.weight = {1, 0, 0};
  if (place == edge) {
    const Real s = foot(y, corners[0], corners[1], c);
    x = a + s * (at(y, corners[1]) - a);
    d.weight = {1 - s, s, 0};
  }
  d.value = (c - x).norm();
  d.n = (c - x) / d.value;
  return d;
}

}  // namespace ball_face
