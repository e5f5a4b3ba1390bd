/// \file neighbourhood.hpp  Answers quickly whether there is nothing near a cell.
#pragma once

#include <array>
#include <bit>
#include <vector>

#include "cells.hpp"

namespace grid {

/// Marks the surroundings of boxes in a hash table of bits. If a bit is not set, there is certainly
/// no box in any neighbouring cell. Cells are marked in blocks of 2^D, so that the 3^D neighbours
/// of a cell need only 2^D marks.
template <int D>
class Neighbourhood {
 public:
  using Place = std::array<std::uint64_t, D>;  ///< cell numbers along the axes

  void clear(std::size_t boxes) {
    const std::size_t words = std::bit_ceil(boxes * (1 << D) / 8 + 1);  // 8 bits per mark
    words_.assign(words, 0);
  }
  void mark(const Place& cell) {
    for (unsigned corner = 0; corner < (1u << D); ++corner) {
      Place block;
      for (int d = 0; d < D; ++d) block[d] = (cell[d] + (corner >> d & 1 ? 1 : -1)) >> 1;
      const std::uint64_t h = hash(block);
      words_[h >> 6 & (words_.size() - 1)] |= std::uint64_t{1} << (h & 63);
    }
  }
  bool may_hold(Place cell) const {
    for (std::uint64_t& c : cell) c >>= 1;
    const std::uint64_t h = hash(cell);
    return words_[h >> 6 & (words_.size() - 1)] >> (h & 63) & 1;
  }

 private:
  static std::uint64_t hash(const Place& p) {
    std::uint64_t h = 0;
    for (const std::uint64_t c : p) h = (h ^ c) * 0x9e3779b97f4a7c15ULL, h ^= h >> 29;
    return h;
  }
  std::vector<std::uint64_t> words_;
};

}  // namespace grid
