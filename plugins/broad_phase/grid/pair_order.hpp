/// \file pair_order.hpp  Collects pairs in any order and returns them sorted.
#pragma once

#include <algorithm>
#include <bit>
#include <span>
#include <tactus/broad_phase.hpp>
#include <utility>
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
    const std::size_t old = pairs.size();
    pairs.resize(old + count_);
    Pair* out = pairs.data() + old;
    if (count_ < few) {
      std::sort(found_.begin(), found_.begin() + static_cast<Index>(count_));
      std::transform(found_.begin(), found_.begin() + static_cast<Index>(count_), out, unpacked);
    } else if (std::max(firsts, seconds) <= kFewPositions) {
      sort_few(firsts, seconds, out);
    } else {
      sort_buckets(firsts, out, executor);
    }
    count_ = 0;
  }

 private:
  static constexpr Index kFewPositions = 4096;

  /// Sorts by the second position, then by the first one: both are counted at once.
  void sort_few(Index firsts, Index seconds, Pair* out) {
    start_.assign(static_cast<std::size_t>(firsts + seconds), 0);
    std::uint32_t *first = start_.data(), *second = first + firsts;
    for (std::size_t k = 0; k < count_; ++k)
      ++first[found_[k] >> 32], ++second[static_cast<std::uint32_t>(found_[k])];
    for (const auto& [begin, size] : {std::pair(first, firsts), std::pair(second, seconds)}) {
      std::uint32_t sum = 0;
      for (Index i = 0; i < size; ++i) begin[i] = std::exchange(sum, sum + begin[i]);
    }
    buffer_.resize(found_.size());
    for (std::size_t k = 0; k < count_; ++k)
      buffer_[second[static_cast<std::uint32_t>(found_[k])]++] = found_[k];
    for (std::size_t k = 0; k < count_; ++k) out[first[buffer_[k] >> 32]++] = unpacked(buffer_[k]);
  }

  /// Distributes the pairs to buckets by their first position, and sorts these one by one in cache.
  void sort_buckets(Index firsts, Pair* out, Executor& executor) {
    const auto bits = [](std::size_t n) { return static_cast<int>(std::bit_width(n)); };
    const int all = bits(static_cast<std::size_t>(firsts - 1)),
              shift = std::max(all - std::min(bits(count_ / kBucket), ParallelSort::kMost), 0);
    const std::uint64_t last = static_cast<std::uint64_t>(firsts - 1) >> shift;
    const auto ends = sort_.distribute(
        found_, buffer_, count_, last, [&](Packed p) { return p >> (32 + shift); }, executor);
    const Parts parts(count_);
    scratch_.resize(static_cast<std::size_t>(parts.number()));
    executor.for_each(parts.number(), 1, [&](Range range, Context&) {
      for (Index p = range.begin; p < range.end; ++p) {
        const auto number = static_cast<Index>(last + 1);
        const auto from = static_cast<std::size_t>(number * p / parts.number()),
                   to = static_cast<std::size_t>(number * (p + 1) / parts.number());
        for (std::size_t b = from; b < to; ++b)
          sort_bucket(b ? ends[b - 1] : 0, ends[b], static_cast<std::uint32_t>(b << shift),
                      std::size_t{1} << shift, scratch_[static_cast<std::size_t>(p)], out);
      }
    });
  }

  /// Memory of one part.
  struct Scratch {
    std::vector<std::uint32_t> end, second;
  };
  void sort_bucket(std::size_t begin, std::size_t end, std::uint32_t first, std::size_t firsts,
                   Scratch& scratch, Pair* out) {
    Packed* found = found_.data();
    if (end - begin < kFewInBucket || firsts > 8 * (end - begin)) {
      std::sort(found + begin, found + end);
      std::transform(found + begin, found + end, out + begin, unpacked);
      return;
    }
    scratch.end.assign(firsts + 1, 0);
    scratch.second.resize(end - begin);
    std::uint32_t *ends = scratch.end.data(), *seconds = scratch.second.data();
    for (std::size_t k = begin; k < end; ++k) ++ends[(found[k] >> 32) - first + 1];
    for (std::size_t i = 1; i <= firsts; ++i) ends[i] += ends[i - 1];
    for (std::size_t k = begin; k < end; ++k)
      seconds[ends[(found[k] >> 32) - first]++] = static_cast<std::uint32_t>(found[k]);
    out += begin;
    std::uint32_t from = 0;
    for (std::size_t i = 0; i < firsts; ++i) {
      const std::uint32_t to = ends[i];
      sort_numbers(seconds + from, seconds + to);
      for (; from < to; ++from) *out++ = {static_cast<Index>(first + i), Index{seconds[from]}};
    }
  }
  static void sort_numbers(std::uint32_t* begin, std::uint32_t* end) {
    if (end - begin > 24) return std::sort(begin, end);
    for (std::uint32_t* at = begin + 1; at < end; ++at) {
      const std::uint32_t x = *at;
      std::uint32_t* to = at;
      for (; to > begin && to[-1] > x; --to) *to = to[-1];
      *to = x;
    }
  }

  static constexpr std::size_t kBucket = 128, kFewInBucket = 8;
  std::vector<Packed> found_, buffer_;
  ParallelSort sort_;
  std::vector<std::size_t> starts_;
  std::vector<std::uint32_t> start_;
  std::vector<Scratch> scratch_;
  std::size_t count_ = 0;
};

}  // namespace grid
