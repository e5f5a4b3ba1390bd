/// \file pair_order.hpp  Collects pairs in any order and returns them sorted.
#pragma once

#include <algorithm>
#include <bit>
#include <tactus/broad_phase.hpp>
#include <vector>

#include "radix_sort.hpp"

namespace grid {
using namespace tactus;

/// Two positions in one word. Pairs can then be sorted as integers, and need half the memory of a
/// Pair.
using Packed = std::uint64_t;
inline Packed packed(std::uint32_t first, std::uint32_t second) {
  return Packed{first} << 32 | second;
}
inline Pair unpacked(Packed p) {
  return {static_cast<Index>(p >> 32), static_cast<Index>(p & 0xffffffffu)};
}

class PairOrder {
 public:
  /// Provides room for `most` more pairs. Write them from this address on, then tell how many there
  /// are.
  Packed* room(std::size_t most) {
    if (count_ + most > found_.size()) found_.resize(2 * found_.size() + most);
    return found_.data() + count_;
  }
  void added(std::size_t number) { count_ += number; }
  void add(Index first, Index second) {
    *room(1) = packed(static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(second));
    added(1);
  }

  template <class F>
  void keep_if(F&& wanted) {
    std::size_t kept = 0;
    for (std::size_t k = 0; k < count_; ++k) {
      const Pair p = unpacked(found_[k]);
      found_[kept] = found_[k];
      kept += wanted(p.first, p.second);
    }
    count_ = kept;
  }

  /// Appends the collected pairs, sorted, and forgets them.
  /// @param firsts, seconds  number of possible positions
  void append_to(std::vector<Pair>& pairs, Index firsts, Index seconds) {
    constexpr std::size_t few = 64;
    if (count_ < few) {
      std::sort(found_.begin(), found_.begin() + static_cast<Index>(count_));
    } else {
      const auto bits = [](Index n) { return std::bit_width(static_cast<std::uint64_t>(n)); };
      radix_sort(found_, buffer_, count_, bits(seconds), [](Packed p) { return p; });
      radix_sort(found_, buffer_, count_, bits(firsts), [](Packed p) { return p >> 32; });
    }
    const std::size_t old = pairs.size();
    pairs.resize(old + count_);
    for (std::size_t k = 0; k < count_; ++k) pairs[old + k] = unpacked(found_[k]);
    count_ = 0;
  }

 private:
  std::vector<Packed> found_, buffer_;
  std::size_t count_ = 0;
};

}  // namespace grid
