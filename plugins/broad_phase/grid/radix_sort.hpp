/// \file radix_sort.hpp  Sorts by some bits of integers: a stable sort in linear time.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "parts.hpp"

namespace grid {

/// Bits of a digit: fewer passes over the items pay where there are more items than digits.
inline int digit_bits(std::size_t n, int bits) {
  const auto passes = [&](int most) { return (bits + most - 1) / most; };
  const auto cost = [&](int most) {
    return static_cast<std::size_t>(passes(most)) *
           (2 * n + (std::size_t{1} << std::min(most, bits)));
  };
  const int most = cost(8) < cost(11) ? 8 : 11;
  return bits > 0 ? (bits + passes(most) - 1) / passes(most) : 0;
}

/// Sorts the first `n` items by the lowest `bits` of key(item). Items with equal keys keep their
/// order. `buffer` is used as temporary memory.
template <class T, class Key>
void radix_sort(std::vector<T>& items, std::vector<T>& buffer, std::size_t n, int bits, Key&& key) {
  const int digit = digit_bits(n, bits);
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

/// The same by several threads: each part counts its own digits, and writes behind the parts before
/// it. Keeps its memory between calls.
class ParallelSort {
 public:
  template <class T, class Key>
  void sort(std::vector<T>& items, std::vector<T>& buffer, std::size_t n, int bits, Key&& key,
            Executor& executor) {
    if (Parts(n).number() == 1) return radix_sort(items, buffer, n, bits, key);
    const int passes = (bits + kMost - 1) / kMost,
              digit = passes > 0 ? (bits + passes - 1) / passes : 0;
    for (int shift = 0; shift < bits; shift += digit) {
      const std::uint64_t mask = (std::uint64_t{1} << std::min(digit, bits - shift)) - 1;
      distribute(
          items, buffer, n, mask, [&](const T& item) { return key(item) >> shift & mask; },
          executor);
    }
  }

  /// One pass: sorts by digit_of(item), which is at most `most` < 2^kMost.
  /// @returns where the items of each digit end
  template <class T, class Digit>
  std::span<const std::size_t> distribute(std::vector<T>& items, std::vector<T>& buffer,
                                          std::size_t n, std::uint64_t most, Digit&& digit_of,
                                          Executor& executor) {
    const Parts parts(n);
    buffer.resize(items.size());
    starts_.resize(static_cast<std::size_t>(parts.number()));
    parts.for_each(executor, [&](Index p, Range part) {
      Starts& count = starts_[static_cast<std::size_t>(p)];
      std::fill_n(count.begin(), most + 1, 0);
      for (Index k = part.begin; k < part.end; ++k)
        ++count[digit_of(items[static_cast<std::size_t>(k)])];
    });
    find_starts(most);
    parts.for_each(executor, [&](Index p, Range part) {
      Starts& start = starts_[static_cast<std::size_t>(p)];
      for (Index k = part.begin; k < part.end; ++k) {
        const T& item = items[static_cast<std::size_t>(k)];
        buffer[start[digit_of(item)]++] = item;
      }
    });
    items.swap(buffer);
    return std::span(starts_.back()).first(most + 1);
  }

  static constexpr int kMost = 11;  ///< bits in a digit

 private:
  using Starts = std::array<std::size_t, 1 << kMost>;

  /// Turns the counts of all parts into the places where their items go.
  void find_starts(std::uint64_t mask) {
    std::size_t sum = 0;
    for (std::uint64_t digit = 0; digit <= mask; ++digit)
      for (Starts& part : starts_) part[digit] = std::exchange(sum, sum + part[digit]);
  }

  std::vector<Starts> starts_;
};

}  // namespace grid
