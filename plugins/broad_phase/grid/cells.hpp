/// \file cells.hpp  The cells of one level of the grid, and the keys of boxes in them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <tactus/types.hpp>
#include <vector>

#include "axis.hpp"

namespace grid {

/// The key by which boxes are sorted. Its lowest bits tell along which axes the upper end of the
/// box lies in the next cell; the other bits are the number of the cell.
constexpr std::uint64_t kCrosses = 7, kNextCell = 8;
constexpr int kCellBits = 59;

/// A box and its key. The two highest bits are flags, which do not belong to the key and are not
/// used for sorting.
struct Located {
  std::uint64_t key_and_flags;
  std::uint32_t box;
  std::int32_t body;

  static constexpr int kFlags = 62;
  std::uint64_t flags() const { return key_and_flags >> kFlags; }
  std::uint64_t key() const { return key_and_flags & ((std::uint64_t{1} << kFlags) - 1); }
  std::uint64_t cell() const { return key() / kNextCell; }
};

/// Cells are numbered along x first, with an empty cell at both ends of each row, so that k - 1 and
/// k + 1 are the neighbours of cell k along x everywhere.
template <int D>
class Cells {
 public:
  /// The extent of all boxes of a level, which are finite.
  struct Extent {
    Real low[D], high[D];  ///< of lower ends
    Real longest[D];       ///< edges
  };

  /// @param lows  fills a vector with all lower ends along an axis; called if the domain has such
  /// long empty stretches that they are
  ///              left out
  template <class F>
  void set(const Extent& e, F&& lows) {
    constexpr Real limit = D == 2 ? 0x1p28 : 0x1p18;
    for (int d = 0; d < D; ++d) {
      lows_.clear();
      if (Axis::needs_lows(e.low[d], e.high[d], e.longest[d], limit)) lows(d, lows_);
      axis_[d].set(lows_, e.low[d], e.high[d], e.longest[d], limit);
    }
    while (bits_needed() > kCellBits)
      std::max_element(axis_.begin(), axis_.end(), [](const Axis& a, const Axis& b) {
        return a.last() < b.last();
      })->coarsen();
    stride_ = {1, 0, 0};
    for (int d = 1; d < D; ++d) stride_[d] = stride_[d - 1] * (axis_[d - 1].last() + 3);
    bits_ = std::bit_width(stride_[D - 1] * (axis_[D - 1].last() + 3));
  }

  /// The key of a box.
  /// @param upper_sign  -1 if upper ends are given with reversed sign
  std::uint64_t locate(const Real* lower, const Real* upper, Real upper_sign = 1) const {
    std::uint64_t key = 0;
    for (int d = 0; d < D; ++d) {
      const std::uint64_t at = axis_[d].cell(lower[d]);
      key += kNextCell * stride_[d] * (at + 1);
      key += std::uint64_t{axis_[d].cell(upper_sign * upper[d]) > at} << d;
    }
    return key;
  }

  /// Cell numbers of a corner along the axes.
  std::array<std::uint64_t, D> place(const Real* lower) const {
    std::array<std::uint64_t, D> at;
    for (int d = 0; d < D; ++d) at[d] = axis_[d].cell(lower[d]) + 1;
    return at;
  }

  const std::array<std::uint64_t, 3>& stride() const { return stride_; }
  int bits() const { return bits_; }

 private:
  int bits_needed() const {
    int sum = 0;
    for (const Axis& a : axis_) sum += std::bit_width(a.last() + 3);
    return sum;
  }

  std::array<Axis, D> axis_;
  std::array<std::uint64_t, 3> stride_{};
  int bits_ = 0;
  std::vector<Real> lows_;
};

}  // namespace grid
