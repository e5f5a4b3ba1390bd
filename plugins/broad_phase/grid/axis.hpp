/// \file axis.hpp  Maps coordinates along one axis of the grid to cell numbers.
#pragma once

#include <algorithm>
#include <cmath>
#include <tactus/types.hpp>
#include <vector>

namespace grid {
using namespace tactus;

/// Maps a coordinate to a cell number. The map is monotonic, and overlapping boxes that are no
/// longer than the given width have lower corners in the same cell or in neighbouring cells.
///
/// If the domain is so long that cell numbers would not fit into their bits, empty stretches are
/// left out. Positions then form groups with gaps of more than two widths between them, and each
/// group starts two cells after the end of the previous one. At most 3 cells per position are
/// numbered, however far the positions are apart.
class Axis {
 public:
  /// Whether empty stretches have to be left out; set() then needs all lower ends.
  static bool needs_lows(Real low, Real high, Real longest, Real limit) {
    const Real span = high - low;  // if all boxes are points, any width will do
    return !(span <= width(longest) * limit || (longest == 0 && std::isfinite(span)));
  }

  /// @param lows     lower ends of all boxes, if needed; reordered
  /// @param low, high  smallest and largest of them
  /// @param longest  length of the longest box along this axis
  /// @param limit    number of cells beyond which empty stretches are left out
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

  /// The cells in use are 0 to last(). The upper end of a box may be one cell beyond all lower
  /// ends.
  std::uint64_t last() const { return last_ >> shift_; }
  std::uint64_t cell(Real x) const {
    return (groups_.empty() ? number(x) : in_groups(x)) >> shift_;
  }
  /// Halves the number of cells. Neighbouring cells remain neighbours or become one.
  void coarsen() { ++shift_; }

 private:
  struct Group {
    Real start;
    std::uint64_t first, last;
  };

  /// Longer by 1/1024 than the longest box, which exceeds the rounding errors of numbers below
  /// 2^31.
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
