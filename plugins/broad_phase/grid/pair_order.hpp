/// \file pair_order.hpp  Collects pairs in any order and gives them out sorted.
#pragma once

#include <algorithm>
#include <tactus/broad_phase.hpp>
#include <vector>

namespace grid {
using namespace tactus;

/// Two positions in one word, so that pairs sort as numbers: half the memory of a Pair.
using Packed = std::uint64_t;
inline Packed packed(std::uint32_t first, std::uint32_t second) {
  return Packed{first} << 32 | second;
}
inline Pair unpacked(Packed p) {
  return {static_cast<Index>(p >> 32), static_cast<Index>(p & 0xffffffffu)};
}

class PairOrder {
 public:
  /// Room for `most` more pairs: write them from here on, then say how many there are.
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
      if (wanted(p.first, p.second)) found_[kept++] = found_[k];
    }
    count_ = kept;
  }

  /// Appends what was added and forgets it. @param firsts  number of possible first positions
  void append_to(std::vector<Pair>& pairs, Index firsts) {
    const std::size_t old = pairs.size();
    pairs.resize(old + count_);
    Pair* out = pairs.data() + old;
    if (count_ < static_cast<std::size_t>(firsts) / 16) {
      std::sort(found_.begin(), found_.begin() + static_cast<Index>(count_));
      for (std::size_t k = 0; k < count_; ++k) out[k] = unpacked(found_[k]);
    } else {
      in_buckets(out, firsts);
    }
    count_ = 0;
  }

 private:
  /// Counts pairs by their first, puts them in place, sorts the few that share it.
  void in_buckets(Pair* out, Index firsts) {
    start_.assign(static_cast<std::size_t>(firsts) + 1, 0);
    for (std::size_t k = 0; k < count_; ++k) ++start_[(found_[k] >> 32) + 1];
    for (Index i = 0; i < firsts; ++i) start_[i + 1] += start_[i];
    for (std::size_t k = 0; k < count_; ++k) out[start_[found_[k] >> 32]++] = unpacked(found_[k]);
    for (std::size_t i = 0, begin = 0; i < static_cast<std::size_t>(firsts); begin = start_[i++])
      if (start_[i] - begin > 1)
        std::sort(out + begin, out + start_[i],
                  [](const Pair& a, const Pair& b) { return a.second < b.second; });
  }

  std::vector<Packed> found_;
  std::size_t count_ = 0;
  std::vector<std::size_t> start_;
};

}  // namespace grid
