/// \file geometry/extent.hpp  The least and the largest of each coordinate of many displacements, several at once:
/// what bounds how far things have moved, every step and for every vertex.
#pragma once

#include <cstring>

#include "../types.hpp"

namespace tactus {

/// Extends [low, high] (each [D]) by to - from of some points, where coordinates that are not numbers count for
/// nothing.
/// @param from, to  [points * D] m
template <int D>
void extend_by_moves(const Real* from, const Real* to, Index points, Real* low, Real* high) {
  using Two __attribute__((vector_size(16))) = Real;
  // Two points are D pairs of numbers: element j of pair k is of the axis (2 k + j) % D.
  Two least[D], most[D];
  for (int k = 0; k < D; ++k)
    for (int j = 0; j < 2; ++j) {
      least[k][j] = low[(2 * k + j) % D];
      most[k][j] = high[(2 * k + j) % D];
    }
  Index p = 0;
  for (; p + 2 <= points; p += 2)
    for (int k = 0; k < D; ++k) {
      Two then, now;
      std::memcpy(&then, from + D * p + 2 * k, sizeof then);
      std::memcpy(&now, to + D * p + 2 * k, sizeof now);
      const Two move = now - then;
      least[k] = move < least[k] ? move : least[k];
      most[k] = move > most[k] ? move : most[k];
    }
  const auto add = [&](int d, Real smallest, Real largest) {
    low[d] = smallest < low[d] ? smallest : low[d];
    high[d] = largest > high[d] ? largest : high[d];
  };
  for (int k = 0; k < D; ++k)
    for (int j = 0; j < 2; ++j) add((2 * k + j) % D, least[k][j], most[k][j]);
  for (; p < points; ++p)
    for (int d = 0; d < D; ++d) {
      const Real move = to[D * p + d] - from[D * p + d];
      add(d, move, move);
    }
}

}  // namespace tactus
