/// \file sizes.hpp  Classifies boxes by size, and combines size classes to levels that share a
/// grid.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <tactus/types.hpp>

#include "cells.hpp"

namespace grid {
using namespace tactus;

/// Counts boxes by the power of two in their longest edge, then forms levels from fine to coarse.
///
/// A small box in a large cell costs additional tests, whereas a level of its own costs another
/// sorting of all finer boxes. Starting from the largest, a class joins the level above if it adds
/// at most kCrowd times as many boxes per cell as there are already, or if cells of its own would
/// hardly be smaller.
template <int D>
class Sizes {
 public:
  /// For infinite boxes, or near the largest double
  static constexpr std::int16_t kEndless = 2047;
  static constexpr Real kCrowd = 32, kLarger = 3;

  void clear() {
    for (int size = least_; size <= most_; ++size) count_[size] = 0;
    least_ = kEndless, most_ = 0;
    std::fill_n(low_, D, kUnlimited);
    std::fill_n(high_, D, -kUnlimited);
  }

  /// Counts a box and returns its size class.
  std::int16_t add(const Real* lower, const Real* upper) {
    Real edge[D], longest = 0;
    for (int d = 0; d < D; ++d) longest = std::max(longest, edge[d] = upper[d] - lower[d]);
    if (!(longest < 1e300)) return kEndless;
    const auto size = static_cast<std::int16_t>(std::bit_cast<std::uint64_t>(longest) >> 52);
    if (count_[size]++ == 0) {
      longest_[size].fill(0);
      least_ = std::min<int>(least_, size);
      most_ = std::max<int>(most_, size);
    }
    for (int d = 0; d < D; ++d) {
      low_[d] = std::min(low_[d], lower[d]);
      high_[d] = std::max(high_[d], lower[d]);
      longest_[size][d] = std::max(longest_[size][d], edge[d]);
    }
    return size;
  }

  /// Adds what another one has counted.
  void add(const Sizes& other) {
    for (int size = other.least_; size <= other.most_; ++size) {
      if (other.count_[size] == 0) continue;
      if (count_[size] == 0) longest_[size].fill(0);
      count_[size] += other.count_[size];
      for (int d = 0; d < D; ++d)
        longest_[size][d] = std::max(longest_[size][d], other.longest_[size][d]);
    }
    least_ = std::min(least_, other.least_), most_ = std::max(most_, other.most_);
    for (int d = 0; d < D; ++d) {
      low_[d] = std::min(low_[d], other.low_[d]);
      high_[d] = std::max(high_[d], other.high_[d]);
    }
  }

  void make_levels(Index most_levels) {
    levels_ = 0;
    Real crowd = 0, width = 0;
    for (int size = most_; size >= least_; --size) {
      if (count_[size] == 0) continue;
      const Real count = static_cast<Real>(count_[size]);
      const Real edge = std::ranges::max(longest_[size]);
      // of a cell of the level above and a cell of its own
      const Real larger = std::pow(width / edge, D);
      const bool joins = levels_ > 0 && (levels_ == most_levels || larger <= kLarger ||
                                         count * larger <= kCrowd * crowd);
      if (!joins) ++levels_, width = edge, crowd = 0;
      crowd += count;
      level_[size] = static_cast<std::uint8_t>(levels_);  // counted from the coarsest level for now
    }
    for (int size = least_; size <= most_; ++size)
      if (count_[size]) level_[size] = static_cast<std::uint8_t>(levels_ - level_[size]);
  }

  int levels() const { return static_cast<int>(levels_); }
  /// The level of a size class; 0 is the finest. Infinite boxes have a number above all levels.
  int level(std::int16_t size) const { return size == kEndless ? kNever : level_[size]; }

  /// Extent of all boxes up to a level.
  typename Cells<D>::Extent extent(int level) const {
    typename Cells<D>::Extent e;
    std::copy_n(low_, D, e.low);
    std::copy_n(high_, D, e.high);
    std::fill_n(e.longest, D, Real{0});
    for (int size = least_; size <= most_; ++size)
      for (int d = 0; count_[size] && level_[size] <= level && d < D; ++d)
        e.longest[d] = std::max(e.longest[d], longest_[size][d]);
    return e;
  }

 private:
  static constexpr int kNever = 255;
  std::array<std::uint32_t, 2048> count_{};
  std::array<std::uint8_t, 2048> level_{};
  std::array<std::array<Real, D>, 2048> longest_;  ///< of classes that have boxes
  Real low_[D], high_[D];
  int least_ = kEndless, most_ = 0;  ///< range of the classes that contain boxes
  Index levels_ = 0;
};

}  // namespace grid
