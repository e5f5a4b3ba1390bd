/// \file radix_sort.hpp  Sorting by the low bits of whole numbers, in linear time and stable.
#pragma once

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "cells.hpp"

namespace grid {

/// Sorts by the lowest `bits` of the keys; boxes of one cell keep their order. `buffer` is memory to
/// work with.
inline void radix_sort(std::vector<Located>& boxes, std::vector<Located>& buffer, int bits) {
  constexpr std::size_t few = 24;
  if (boxes.size() <= few) {
    for (std::size_t i = 1; i < boxes.size(); ++i)
      for (std::size_t j = i; j > 0 && boxes[j].cell() < boxes[j - 1].cell(); --j)
        std::swap(boxes[j], boxes[j - 1]);
    return;
  }
  const int most = boxes.size() < 4096 ? 8 : 11;
  const int passes = (bits + most - 1) / most, digit = (bits + passes - 1) / passes;
  buffer.resize(boxes.size());
  const std::uint64_t mask = (std::uint64_t{1} << digit) - 1;
  for (int pass = 0; pass < passes; ++pass) {
    const int shift = pass * digit;
    const std::uint64_t kept = pass + 1 < passes ? mask : mask >> (passes * digit - bits);
    std::array<std::uint32_t, 1 << 11> start;
    std::fill_n(start.begin(), kept + 1, 0);
    for (const Located& b : boxes) ++start[(b.key >> shift) & kept];
    std::uint32_t sum = 0;
    for (std::uint64_t k = 0; k <= kept; ++k) start[k] = std::exchange(sum, sum + start[k]);
    for (const Located& b : boxes) buffer[start[(b.key >> shift) & kept]++] = b;
    boxes.swap(buffer);
  }
}

}  // namespace grid
