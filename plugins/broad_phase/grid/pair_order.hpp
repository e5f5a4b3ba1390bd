/// \file pair_order.hpp  Collects pairs in any order and returns them sorted.
#pragma once

#include <algorithm>
#include <bit>
#include <span>
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

  /// Takes over what others have collected, which then have nothing.
  void take(std::span<PairOrder> others, Executor& executor) {
    std::vector<std::size_t>& start = starts_;
    start.assign(1, count_);
    for (const PairOrder& other : others) start.push_back(start.back() + other.count_);
    if (start.back() > found_.size()) found_.resize(start.back());
    executor.for_each(static_cast<Index>(others.size()), 1, [&](Range range, Context&) {
      for (auto k = static_cast<std::size_t>(range.begin); k < static_cast<std::size_t>(range.end);
           ++k) {
        std::copy_n(others[k].found_.begin(), others[k].count_,
                    found_.begin() + static_cast<Index>(start[k]));
        others[k].count_ = 0;
      }
    });
    count_ = start.back();
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
  void append_to(std::vector<Pair>& pairs, Index firsts, Index seconds, Executor& executor) {
    constexpr std::size_t few = 64;
    if (count_ < few) {
      std::sort(found_.begin(), found_.begin() + static_cast<Index>(count_));
    } else {
      const auto bits = [](Index n) { return std::bit_width(static_cast<std::uint64_t>(n)); };
      const auto first = [](Packed p) { return p >> 32; };
      const auto second = [](Packed p) { return p; };
      sort_.sort(found_, buffer_, count_, bits(seconds), second, executor);
      sort_.sort(found_, buffer_, count_, bits(firsts), first, executor);
    }
    const std::size_t old = pairs.size();
    pairs.resize(old + count_);
    Parts(count_).for_each(executor, [&](Index, Range part) {
      for (auto k = static_cast<std::size_t>(part.begin); k < static_cast<std::size_t>(part.end);
           ++k)
        pairs[old + k] = unpacked(found_[k]);
    });
    count_ = 0;
  }

 private:
  std::vector<Packed> found_, buffer_;
  ParallelSort sort_;
  std::vector<std::size_t> starts_;
  std::size_t count_ = 0;
};

}  // namespace grid
