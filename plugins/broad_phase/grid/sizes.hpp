/// \file sizes.hpp  Which boxes share a grid: classes of sizes, joined to levels.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <tactus/types.hpp>

namespace grid {
using namespace tactus;

/// Counts boxes by the power of two in their longest edge, then forms levels from fine to coarse.
///
/// A small box in a large cell costs tests, a level of its own costs another sorting of all finer
/// boxes. Going down from the largest, a class joins the level above while it brings at most
/// kCrowd times as many boxes into a cell as there are already.
class SizeClasses {
 public:
  static constexpr std::int16_t kEndless = 2047;  ///< infinite, or near the end of the range
  static constexpr Real kCrowd = 8;

  void clear() { count_.fill(0); }

  std::int16_t add(Real longest) {
    if (!(longest < 1e300)) return kEndless;
    const auto size = static_cast<std::int16_t>(std::bit_cast<std::uint64_t>(longest) >> 52);
    ++count_[size];
    return size;
  }

  void make_levels(int dim, Index most) {
    levels_ = 0;
    level_.fill(kNever);
    std::array<std::uint8_t, 2048> from_top{};
    Real crowd = 0;
    int top = 0;
    for (int size = 2046; size >= 0; --size) {
      if (count_[size] == 0) continue;
      const Real count = static_cast<Real>(count_[size]);
      const bool joins = levels_ > 0 && (levels_ == most ||
                                         std::ldexp(count, dim * (top - size)) <= kCrowd * crowd);
      if (!joins) ++levels_, top = size, crowd = 0;
      crowd += count;
      from_top[size] = static_cast<std::uint8_t>(levels_);
    }
    for (int size = 0; size < 2047; ++size)
      if (from_top[size]) level_[size] = static_cast<std::uint8_t>(levels_ - from_top[size]);
  }

  int levels() const { return static_cast<int>(levels_); }
  /// 0: the finest. Endless boxes have none: a number above all levels.
  int level(std::int16_t size) const { return level_[size]; }

 private:
  static constexpr std::uint8_t kNever = 255;
  std::array<std::uint32_t, 2048> count_{};
  std::array<std::uint8_t, 2048> level_{};
  Index levels_ = 0;
};

}  // namespace grid
