/// \file square_map.hpp  Maps cubes onto balls and squares onto disks, for generators: shells of cells
/// become shells of spheres, and cells on a shell get nearly equal angles.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "tactus/types.hpp"

namespace tactus::core {

/// The place in the unit ball of the node `at` of a lattice from -n to n along each of D axes. The
/// largest of the numbers tells the shell, its ratios to the others the direction. Mirror images of
/// nodes become mirror images to the last bit.
template <std::size_t D>
std::array<Real, D> round_place(const std::array<Index, D>& at, Index n) {
  Index shell = 0;
  for (const Index i : at) shell = std::max(shell, std::abs(i));
  std::array<Real, D> place{};
  if (shell == 0) return place;
  Real square = 0;
  for (std::size_t d = 0; d < D; ++d) {
    const Index part = std::abs(at[d]);
    place[d] =
        part == shell
            ? 1
            : std::tan(std::numbers::pi / 4 * static_cast<Real>(part) / static_cast<Real>(shell));
  }
  std::array<Real, D> sorted = place;  // so that the sum does not depend on the order of the axes
  std::sort(sorted.begin(), sorted.end());
  for (const Real x : sorted) square += x * x;
  const Real factor = static_cast<Real>(shell) / static_cast<Real>(n) / std::sqrt(square);
  for (std::size_t d = 0; d < D; ++d) place[d] *= at[d] < 0 ? -factor : factor;
  return place;
}

}  // namespace tactus::core
