/// \file radix_sort.hpp  Sorting by the low bits of whole numbers, in linear time and stable.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace grid {

/// A cell's number and the box that lies in it.
struct Located {
  std::uint64_t key;
  std::uint32_t box;
};

/// Sorts by key, of which only the lowest `bits` are used; equal keys keep their order. `buffer` is
/// memory to work with.
inline void radix_sort(std::vector<Located>& items, std::vector<Located>& buffer, int bits) {
  constexpr std::size_t few = 64;
  if (items.size() <= few) {
    std::stable_sort(items.begin(), items.end(),
                     [](const Located& a, const Located& b) { return a.key < b.key; });
    return;
  }
  const int digit = items.size() < 4096 ? 8 : 11;
  buffer.resize(items.size());
  for (int shift = 0; shift < bits; shift += digit) {
    std::array<std::uint32_t, 1 << 11> start{};
    const std::uint64_t mask = (1u << digit) - 1;
    for (const Located& i : items) ++start[(i.key >> shift) & mask];
    std::uint32_t sum = 0;
    for (std::uint32_t& s : start) s = std::exchange(sum, sum + s);
    for (const Located& i : items) buffer[start[(i.key >> shift) & mask]++] = i;
    items.swap(buffer);
  }
}

}  // namespace grid
