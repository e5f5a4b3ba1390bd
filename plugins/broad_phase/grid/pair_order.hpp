/// \file pair_order.hpp  Collects pairs in any order and gives them out sorted.
#pragma once

#include <algorithm>
#include <tactus/broad_phase.hpp>
#include <vector>

namespace grid {
using namespace tactus;

class PairOrder {
 public:
  void add(Index first, Index second) {
    found_.push_back(static_cast<std::uint64_t>(first) << 32 | static_cast<std::uint64_t>(second));
  }

  /// Appends what was added and forgets it. @param firsts  number of possible first positions
  void append_to(std::vector<Pair>& pairs, Index firsts) {
    const std::size_t old = pairs.size();
    pairs.resize(old + found_.size());
    Pair* out = pairs.data() + old;
    if (found_.size() < static_cast<std::size_t>(firsts) / 16) {
      std::sort(found_.begin(), found_.end());
      for (const std::uint64_t p : found_) *out++ = unpacked(p);
    } else {
      in_buckets(out, firsts);
    }
    found_.clear();
  }

 private:
  static Pair unpacked(std::uint64_t p) {
    return {static_cast<Index>(p >> 32), static_cast<Index>(p & 0xffffffffu)};
  }

  /// Counts pairs by their first, puts them in place, sorts the few that share it.
  void in_buckets(Pair* out, Index firsts) {
    start_.assign(static_cast<std::size_t>(firsts) + 1, 0);
    for (const std::uint64_t p : found_) ++start_[(p >> 32) + 1];
    for (Index i = 0; i < firsts; ++i) start_[i + 1] += start_[i];
    for (const std::uint64_t p : found_) out[start_[p >> 32]++] = unpacked(p);
    for (std::size_t i = 0, begin = 0; i < static_cast<std::size_t>(firsts); begin = start_[i++])
      if (start_[i] - begin > 1)
        std::sort(out + begin, out + start_[i],
                  [](const Pair& a, const Pair& b) { return a.second < b.second; });
  }

  std::vector<std::uint64_t> found_;
  std::vector<std::size_t> start_;
};

}  // namespace grid
