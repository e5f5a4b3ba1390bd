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

/// a + b = sum + error, exactly (Knuth).
inline void two_sum(Real a, Real b, Real& sum, Real& error) {
  sum = a + b;
  const Real part = sum - a;
  error = (a - (sum - part)) + (b - part);
}

/// Sign of orient() without any rounding: its six products, exact as pairs of doubles, are added to
/// an expansion whose components do not overlap (Shewchuk); the largest one has the sign.
inline int exact_orient(const Real* a, const Real* b, const Real* c) {
  const Real factor[6][2] = {{a[0], b[1]},  {-a[0], c[1]}, {b[0], c[1]},
                             {-b[0], a[1]}, {c[0], a[1]},  {-c[0], b[1]}};
  Real expansion[12];
  int size = 0;
  for (const auto& f : factor) {
    // fma(x, y, 0) is the rounded product, in a form that no compiler joins with a later addition.
    const Real high = std::fma(f[0], f[1], Real{0}), low = std::fma(f[0], f[1], -high);
    for (Real carry : {low, high}) {
      for (int k = 0; k < size; ++k) two_sum(carry, expansion[k], carry, expansion[k]);
      expansion[size++] = carry;
    }
  }
  for (int k = size; k-- > 0;)
    if (expansion[k] != 0) return expansion[k] > 0 ? 1 : -1;
  return 0;
}

/// Sign of orient(), exact: a static filter answers nearly always. Bodies that rest on each other
/// from the start are an ulp apart or into each other, and the audit knows.
inline int orient_sign(const Real* a, const Real* b, const Real* c) {
  const Real left = (b[0] - a[0]) * (c[1] - a[1]), right = (b[1] - a[1]) * (c[0] - a[0]);
  const Real value = left - right, bound = 0x1p-51 * (std::abs(left) + std::abs(right));
  if (value > bound) return 1;
  return value < -bound ? -1 : exact_orient(a, b, c);
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
