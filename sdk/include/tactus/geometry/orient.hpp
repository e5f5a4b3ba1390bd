/// \file geometry/orient.hpp  On which side of a line of the plane, or of a plane in space, a point
/// lies: the area or volume that says it, and its sign without rounding.
///
/// A condition like "this edge crosses that facet" is a handful of such signs. Bodies that rest on
/// each other are an ulp apart or an ulp into each other, where a rounded determinant has any sign,
/// and conditions decided by rounded signs contradict each other. The signs here are those of the
/// doubles as they are stored. A filter answers nearly always at the cost of the determinant; the
/// rest is decided by exact sums (Shewchuk, Discrete Comput. Geom. 18 (1997) 305).
#pragma once

#include <cmath>

#include "../types.hpp"

namespace tactus {

/// Twice the signed area of the triangle a, b, c [m^2], each a point of two coordinates; > 0 where
/// they go round counter-clockwise, c lying to the left of the line from a to b.
inline Real orient(const Real* a, const Real* b, const Real* c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/// Six times the signed volume of the tetrahedron a, b, c, d [m^3], each a point of three
/// coordinates: ((b - a) x (c - a)) . (d - a). It is > 0 where d lies on the side of the plane
/// through a, b and c from which these go round counter-clockwise; for a boundary facet, outside.
inline Real orient(const Real* a, const Real* b, const Real* c, const Real* d) {
  const Real u[] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
  const Real v[] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
  const Real w[] = {d[0] - a[0], d[1] - a[1], d[2] - a[2]};
  return (u[1] * v[2] - u[2] * v[1]) * w[0] + (u[2] * v[0] - u[0] * v[2]) * w[1] +
         (u[0] * v[1] - u[1] * v[0]) * w[2];
}

namespace detail {
/// The signs where a filter does not know them.
int exact_orient_sign(const Real* a, const Real* b, const Real* c);
int exact_orient_sign(const Real* a, const Real* b, const Real* c, const Real* d);
}  // namespace detail

/// The sign of orient() in the plane for the doubles as they are: 1, 0 or -1, never wrong by
/// rounding.
/// @pre  Products of two coordinates, and their rounding errors, neither overflow nor underflow
///       (coordinates of 1e-130 to 1e150 m, or 0).
inline int orient_sign(const Real* a, const Real* b, const Real* c) {
  const Real left = (b[0] - a[0]) * (c[1] - a[1]), right = (b[1] - a[1]) * (c[0] - a[0]);
  const Real value = left - right, bound = 0x1p-51 * (std::abs(left) + std::abs(right));
  if (value > bound) return 1;
  return value < -bound ? -1 : detail::exact_orient_sign(a, b, c);
}

/// The sign of orient() in space, likewise.
/// @pre  Products of three coordinates, and their rounding errors, neither overflow nor underflow
///       (coordinates of 1e-85 to 1e100 m, or 0).
inline int orient_sign(const Real* a, const Real* b, const Real* c, const Real* d) {
  const Real u[] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
  const Real v[] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
  const Real w[] = {d[0] - a[0], d[1] - a[1], d[2] - a[2]};
  Real value = 0, size = 0;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const Real left = u[j] * v[k], right = u[k] * v[j];
    value += (left - right) * w[i];
    size += (std::abs(left) + std::abs(right)) * std::abs(w[i]);
  }
  // Each of the six products carries at most eight roundings, of differences, products and sums.
  const Real bound = 0x1p-49 * size;
  if (value > bound) return 1;
  return value < -bound ? -1 : detail::exact_orient_sign(a, b, c, d);
}

/// orient_sign() of the D + 1 corners of a simplex: > 0 for elements, whose corners are numbered so.
template <int D>
int orient_sign(const Real* const (&corner)[D + 1]) {
  if constexpr (D == 2)
    return orient_sign(corner[0], corner[1], corner[2]);
  else
    return orient_sign(corner[0], corner[1], corner[2], corner[3]);
}

}  // namespace tactus
