/// \file orient.hpp  On which side of a line a point of the plane lies: the area that says it, and
/// its sign without rounding.
#pragma once

#include <cmath>

#include "types.hpp"

namespace tactus {

/// Twice the signed area of the triangle a, b, c [m^2], each a point of two coordinates; > 0 where
/// they go round counter-clockwise, c lying to the left of the line from a to b.
inline Real orient(const Real* a, const Real* b, const Real* c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

namespace detail {

/// a + b = sum + error, exactly (Knuth).
inline void two_sum(Real a, Real b, Real& sum, Real& error) {
  sum = a + b;
  const Real part = sum - a;
  error = (a - (sum - part)) + (b - part);
}

/// Sign of orient() from its six products: exact as pairs of doubles, they are added to an expansion
/// whose components do not overlap (Shewchuk, Discrete Comput. Geom. 18 (1997) 305); the largest one
/// has the sign.
inline int exact_orient_sign(const Real* a, const Real* b, const Real* c) {
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

}  // namespace detail

/// The sign of orient() for the doubles as they are: 1, 0 or -1, never wrong by rounding. A static
/// filter answers nearly always. Bodies that rest on each other are an ulp apart or into each other,
/// and an audit knows.
/// @pre  Products of coordinates neither overflow nor underflow (1e-145 to 1e150 m, or 0).
inline int orient_sign(const Real* a, const Real* b, const Real* c) {
  const Real left = (b[0] - a[0]) * (c[1] - a[1]), right = (b[1] - a[1]) * (c[0] - a[0]);
  const Real value = left - right, bound = 0x1p-51 * (std::abs(left) + std::abs(right));
  if (value > bound) return 1;
  return value < -bound ? -1 : detail::exact_orient_sign(a, b, c);
}

}  // namespace tactus
