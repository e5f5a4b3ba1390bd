// One branch: a vertex v stays outside of the line through an edge e0 -> e1 that has its body on the
// left. With t the unit tangent and n = (t_y, -t_x) the outward normal,
//   g = n.(v - e0) = -orient(e0, e1, v)/|e1 - e0|,   s = t.(v - e0)/|e1 - e0|,
//   dg = n.(dv - (1 - s) de0 - s de1)                (exact)
#pragma once

#include <cmath>
#include <tactus/constraint.hpp>

namespace vertex_edge {
using namespace tactus;

/// Twice the signed area of a, b, c; > 0 for counter-clockwise.
inline Real orient(const Real* a, const Real* b, const Real* c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/// Sign of orient(), 0 where rounding could decide: uncertain is touching, and touching is nothing.
/// The bound is that of the static filter of a 2 x 2 determinant of differences.
inline int filtered_orient(const Real* a, const Real* b, const Real* c) {
  const Real left = (b[0] - a[0]) * (c[1] - a[1]), right = (b[1] - a[1]) * (c[0] - a[0]);
  const Real value = left - right, bound = 0x1p-51 * (std::abs(left) + std::abs(right));
  return value > bound ? 1 : (value < -bound ? -1 : 0);
}

struct Edge {
  Real g, s, length;
  Real t[2], n[2];
  Edge(const Real* e0, const Real* e1, const Real* v) {
    const Real e[2] = {e1[0] - e0[0], e1[1] - e0[1]}, d[2] = {v[0] - e0[0], v[1] - e0[1]};
    length = std::sqrt(e[0] * e[0] + e[1] * e[1]);
    t[0] = e[0] / length, t[1] = e[1] / length, n[0] = t[1], n[1] = -t[0];
    g = n[0] * d[0] + n[1] * d[1];
    s = (t[0] * d[0] + t[1] * d[1]) / length;
  }
};

}  // namespace vertex_edge
