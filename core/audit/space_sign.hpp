/// \file space_sign.hpp  Exact signs of determinants of points in space, as they are stored.
///
/// A bound of the rounding error answers nearly always; the rest is left to CGAL (space_sign.cpp).
#pragma once

#include <cmath>

#include "tactus/types.hpp"

namespace tactus::core {

namespace detail {
int exact_side(const Real* a, const Real* b, const Real* c, const Real* d);
int exact_side_between(const Real* a, const Real* b, const Real* c, const Real* d, const Real* x);
int exact_side_of(const Real* n, const Real* p, const Real* x);
int exact_turn(const Real* a, const Real* b, const Real* c, int i, int j);

/// Added to every bound: below it products underflow, and only exact arithmetic knows the sign.
inline constexpr Real kLeast = 1e-280;
/// Each of the six products of a determinant of three vectors carries at most eight roundings, of differences,
/// products and sums.
inline constexpr Real kRounding = 0x1p-49;

/// What rounded arithmetic knows of the sign of det(u, v, w), where the entries are differences of
/// two coordinates each; 2: nothing.
inline int rounded_sign(const Real (&u)[3], const Real (&v)[3], const Real (&w)[3]) {
  Real value = 0, size = 0;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const Real left = u[j] * v[k], right = u[k] * v[j];
    value += (left - right) * w[i];
    size += (std::abs(left) + std::abs(right)) * std::abs(w[i]);
  }
  const Real bound = kRounding * size + kLeast;
  if (value > bound) return 1;
  return value < -bound ? -1 : 2;
}
}  // namespace detail

/// The normal of a plane through three points, rounded, and what its rounding errors are measured by.
struct RoundedPlane {
  Real normal[3], size[3];
};

inline RoundedPlane rounded_plane(const Real* a, const Real* b, const Real* c) {
  const Real u[] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
  const Real v[] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
  RoundedPlane plane;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const Real left = u[j] * v[k], right = u[k] * v[j];
    plane.normal[i] = left - right, plane.size[i] = std::abs(left) + std::abs(right);
  }
  return plane;
}

/// On which side of a plane through a the point d lies, if rounded arithmetic can tell: 1 on that from which
/// the points that the plane is made of go round counter-clockwise, -1 on the other; 2: it cannot tell.
inline int rounded_side(const RoundedPlane& plane, const Real* a, const Real* d) {
  Real value = 0, size = 0;
  for (int k = 0; k < 3; ++k) {
    const Real w = d[k] - a[k];
    value += plane.normal[k] * w, size += plane.size[k] * std::abs(w);
  }
  const Real bound = detail::kRounding * size + detail::kLeast;
  const int above = value > bound, below = value < -bound;
  return above - below + 2 * (1 - above - below);  // without branches, which are foretold badly
}

/// The same for the plane through a, b and c.
inline int rounded_side(const Real* a, const Real* b, const Real* c, const Real* d) {
  return rounded_side(rounded_plane(a, b, c), a, d);
}

/// The same without rounding: 1, 0 or -1.
inline int side(const Real* a, const Real* b, const Real* c, const Real* d) {
  const int sign = rounded_side(a, b, c, d);
  return sign != 2 ? sign : detail::exact_side(a, b, c, d);
}

/// The sign of det(b - a, d - c, x - a): on which side of the plane through a that is parallel to
/// the edges from a to b and from c to d the point x lies. Parallel edges have 0 for every x.
inline int side_between(const Real* a, const Real* b, const Real* c, const Real* d, const Real* x) {
  const Real u[] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
  const Real v[] = {d[0] - c[0], d[1] - c[1], d[2] - c[2]};
  const Real w[] = {x[0] - a[0], x[1] - a[1], x[2] - a[2]};
  const int sign = detail::rounded_sign(u, v, w);
  return sign != 2 ? sign : detail::exact_side_between(a, b, c, d, x);
}

/// The sign of n.(x - p): on which side of the plane with the normal n through p the point x lies.
inline int side_of(const Real* n, const Real* p, const Real* x) {
  Real value = 0, size = 0;
  for (int k = 0; k < 3; ++k) {
    const Real part = n[k] * (x[k] - p[k]);
    value += part, size += std::abs(part);
  }
  // Each of the three products carries at most four roundings.
  const Real bound = 0x1p-50 * size + detail::kLeast;
  if (value > bound) return 1;
  return value < -bound ? -1 : detail::exact_side_of(n, p, x);
}

/// Whether a, b and c, seen along an axis as points of the coordinates i and j, go round
/// counter-clockwise (1), clockwise (-1) or lie on one line (0).
inline int turn(const Real* a, const Real* b, const Real* c, int i, int j) {
  const Real left = (b[i] - a[i]) * (c[j] - a[j]), right = (b[j] - a[j]) * (c[i] - a[i]);
  const Real value = left - right;
  const Real bound = 0x1p-51 * (std::abs(left) + std::abs(right)) + detail::kLeast;
  if (value > bound) return 1;
  return value < -bound ? -1 : detail::exact_turn(a, b, c, i, j);
}

}  // namespace tactus::core
