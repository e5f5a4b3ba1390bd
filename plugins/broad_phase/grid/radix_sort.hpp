/// \file radix_sort.hpp  Sorts by some bits of integers: a stable sort in linear time.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace grid {

/// Sorts the first `n` items by the lowest `bits` of key(item). Items with equal keys keep their
/// order. `buffer` is used as temporary memory.
template <class T, class Key>
void radix_sort(std::vector<T>& items, std::vector<T>& buffer, std::size_t n, int bits, Key&& key) {
  const int most = n < 2048 ? 8 : 11;
  const int passes = (bits + most - 1) / most,
            digit = passes > 0 ? (bits + passes - 1) / passes : 0;
  buffer.resize(items.size());
  for (int shift = 0; shift < bits; shift += digit) {
    const std::uint64_t mask = (std::uint64_t{1} << std::min(digit, bits - shift)) - 1;
    std::array<std::size_t, 1 << 11> start;
    std::fill_n(start.begin(), mask + 1, 0);
    for (std::size_t k = 0; k < n; ++k) ++start[key(items[k]) >> shift & mask];
    std::size_t sum = 0;
    for (std::uint64_t k = 0; k <= mask; ++k) start[k] = std::exchange(sum, sum + start[k]);
    for (std::size_t k = 0; k < n; ++k) buffer[start[key(items[k]) >> shift & mask]++] = items[k];
    items.swap(buffer);
  }
}

}  // namespace grid
