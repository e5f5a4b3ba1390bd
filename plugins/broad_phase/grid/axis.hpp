/// \file axis.hpp  Numbers of cells along one axis.
#pragma once

#include <algorithm>
#include <cmath>
#include <tactus/types.hpp>
#include <vector>

namespace grid {
using namespace tactus;

/// Maps a coordinate to a cell number, monotonically, so that boxes no longer than the width given
/// which overlap have lower corners in the same or in neighbouring cells.
///
/// Where the domain is so long that numbers would not fit, empty stretches are left out: positions
/// form groups with gaps of more than two widths between them, and each group starts two cells
/// after the end of the one before. At most 3 cells a position are numbered, whatever the distances.
class Axis {
 public:
  /// Whether stretches must be left out: set() then needs all lower ends.
  static bool needs_lows(Real low, Real high, Real longest, Real limit) {
    const Real span = high - low;  // where all boxes are points, any width serves
    return !(span <= width(longest) * limit || (longest == 0 && std::isfinite(span)));
  }

  /// @param lows     lower ends of all boxes, where needed; reordered
  /// @param low, high  least and greatest of them
  /// @param longest  of the boxes along this axis
  /// @param limit    cells that may be numbered without leaving out stretches
  void set(std::vector<Real>& lows, Real low, Real high, Real longest, Real limit) {
    groups_.clear();
    shift_ = 0;
    origin_ = low;
    if (needs_lows(low, high, longest, limit)) {
      scale_ = usable(1 / width(longest));
      find_groups(lows, width(longest));
    } else {
      scale_ = usable(1 / std::max(width(longest), (high - low) / limit));
      last_ = number(high) + 1;
    }
  }

  /// Cells in use are 0 to last(); an upper end of a box may lie one further than any lower end.
  std::uint64_t last() const { return last_ >> shift_; }
  std::uint64_t cell(Real x) const {
    return (groups_.empty() ? number(x) : in_groups(x)) >> shift_;
  }
  /// Halves the number of cells. What were neighbours stay neighbours.
  void coarsen() { ++shift_; }

 private:
  struct Group {
    Real start;
    std::uint64_t first, last;
  };

  /// 1/1024 more than the longest box: more than rounding of numbers below 2^31 can eat up.
  static Real width(Real longest) { return longest * (1 + 0x1p-10); }
  static Real usable(Real scale) { return std::isfinite(scale) ? scale : 0; }
  std::uint64_t number(Real x) const {
    return static_cast<std::uint64_t>(static_cast<Index>((x - origin_) * scale_));
  }

  void find_groups(std::vector<Real>& lows, Real cell_width) {
    std::sort(lows.begin(), lows.end());
    std::uint64_t first = 0;
    for (std::size_t i = 0, end = 0; i < lows.size(); i = end) {
      while (++end < lows.size() && lows[end] - lows[end - 1] <= 2 * cell_width) continue;
      const auto cells = static_cast<std::uint64_t>((lows[end - 1] - lows[i]) * scale_) + 1;
      groups_.push_back({lows[i], first, first + cells});
      first += cells + 1;
    }
    last_ = first;
  }

  std::uint64_t in_groups(Real x) const {
    const auto after = std::upper_bound(groups_.begin(), groups_.end(), x,
                                        [](Real y, const Group& g) { return y < g.start; });
    const Group& g = *(after - 1);
    return std::min(g.first + static_cast<std::uint64_t>((x - g.start) * scale_), g.last);
  }

  Real origin_ = 0, scale_ = 0;
  std::uint64_t last_ = 0;
  int shift_ = 0;
  std::vector<Group> groups_;
};

}  // namespace grid
