/// \file few_boxes.hpp  Finds the pairs of a small number of boxes by a sweep along one axis, which
/// is faster than a grid then.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <tactus/broad_phase.hpp>
#include <vector>

#include "pair_order.hpp"
#include "radix_sort.hpp"

namespace grid {
using namespace tactus;

/// Boxes sorted by their lower ends along one axis. Each box is tested against those that begin
/// before it ends, eight at a time. For this, each bound has its own array in single precision.
/// Rounding is monotonic, so that overlapping boxes also overlap when rounded; pairs found in this
/// way have to be tested again in double precision.
template <int D>
class FewBoxes {
 public:
  /// Boxes of one set in the order of the sweep.
  struct List {
    /// The first axis is that of the sweep; kWidth extra boxes at the end
    std::array<std::vector<float>, D> low, high;
    std::vector<std::uint32_t> box;
  };

  void clear() {
    for (Along& a : along_) a = {};
  }
  /// Takes all boxes into account before the first list is made.
  void add(const Boxes& boxes, const std::vector<std::uint32_t>& which) {
    for (const std::uint32_t i : which)
      for (int d = 0; d < D; ++d) along_[d].add(boxes.lower(i)[d], boxes.upper(i)[d]);
  }

  void make_list(const Boxes& boxes, const std::vector<std::uint32_t>& which, List& list) {
    std::array<int, D> axis;
    for (int d = 0; d < D; ++d) axis[d] = d;
    std::swap(axis[0], *std::min_element(axis.begin(), axis.end(), [&](int d, int e) {
                return along_[d].crowd() < along_[e].crowd();
              }));
    const std::size_t n = which.size();
    const Steps steps = steps_along(axis[0], n);
    starts_.clear();
    for (const std::uint32_t i : which) {
      const Real low = boxes.lower(i)[axis[0]];
      starts_.push_back({steps.scale > 0 ? steps.of(low) : order_of(rounded(axis[0], low)), i});
    }
    radix_sort(starts_, buffer_, n, steps.scale > 0 ? Steps::kBits : 32,
               [](const Start& s) { return std::uint64_t{s.order}; });
    list.box.resize(n);
    for (std::size_t k = 0; k < n; ++k) list.box[k] = starts_[k].box;
    for (int d = 0; d < D; ++d) {
      // Behind the ends of all boxes
      list.low[d].assign(n + kWidth, std::numeric_limits<float>::infinity());
      list.high[d].resize(n + kWidth);
      for (std::size_t k = 0; k < n; ++k) {
        const Real low = boxes.lower(list.box[k])[axis[d]],
                   high = boxes.upper(list.box[k])[axis[d]];
        const bool in_steps = d == 0 && steps.scale > 0;
        list.low[d][k] = in_steps ? static_cast<float>(steps.of(low)) : rounded(axis[d], low);
        list.high[d][k] = in_steps ? static_cast<float>(steps.of(high)) : rounded(axis[d], high);
      }
    }
  }

  /// Adds pairs within a list that may overlap. Returns the number of tests.
  static Index within(const List& list, PairOrder& out) {
    Index tests = 0;
    for (std::size_t k = 0; k < list.box.size(); ++k)
      tests += look(list, k, list, k + 1, out, [](std::uint32_t i, std::uint32_t j) {
        const Packed p = packed(i, j);
        return std::min(p, std::rotl(p, 32));  // avoids a branch
      });
    return tests;
  }

  /// The same for a box of one list and one of another.
  static Index between(const List& first, const List& second, PairOrder& out) {
    Index tests = 0;
    std::size_t k = 0, l = 0;
    while (k < first.box.size() && l < second.box.size())
      if (first.low[0][k] <= second.low[0][l])
        tests += look(first, k++, second, l, out, packed);
      else
        tests += look(second, l++, first, k, out,
                      [](std::uint32_t j, std::uint32_t i) { return packed(i, j); });
    return tests;
  }

 private:
  static constexpr int kWidth = 8;
  using Floats __attribute__((vector_size(4 * kWidth))) = float;
  using Bits __attribute__((vector_size(4 * kWidth))) = std::int32_t;

  struct Start {
    std::uint32_t order, box;
  };

  /// Statistics of all finite boxes along one axis.
  struct Along {
    Real low = kUnlimited, high = -kUnlimited, edges = 0;

    void add(Real lower, Real upper) {
      if (!(upper - lower < kUnlimited)) return;
      low = std::min(low, lower);
      high = std::max(high, lower);
      edges += upper - lower;
    }
    Real crowd() const { return high > low ? edges / (high - low) : kUnlimited; }
  };

  /// Coordinates along the axis of the sweep as integers of a few bits, which take few passes to sort.
  /// Like rounding it is monotonic.
  struct Steps {
    static constexpr int kBits = 16;
    Real origin = 0, scale = 0;  ///< 0: steps would be too long
    std::uint32_t of(Real x) const {
      return static_cast<std::uint32_t>(
          std::clamp<Real>((x - origin) * scale, 0, (1 << kBits) - 1));
    }
  };
  /// No longer than a box on average, so that the sweep hardly meets more of them.
  Steps steps_along(int axis, std::size_t boxes) const {
    const Along& a = along_[axis];
    const Real scale = ((1 << Steps::kBits) - 1) / (a.high - a.low);
    const bool short_enough = a.edges * scale >= static_cast<Real>(boxes);
    return {a.low, short_enough && std::isfinite(scale) ? scale : 0};
  }
  float rounded(int axis, Real x) const {
    constexpr Real most = std::numeric_limits<float>::max();
    const Real origin = along_[axis].low < kUnlimited ? along_[axis].low : 0;
    return static_cast<float>(std::clamp(x - origin, -most, most));
  }
  /// Unsigned integers whose order is that of the given numbers.
  static std::uint32_t order_of(float x) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    return bits >> 31 ? ~bits : bits | 0x80000000u;
  }

  /// Bit k is set if element k is all ones instead of zero.
  static unsigned mask(const Bits& ones) {
    const Bits bits = ones & Bits{1, 2, 4, 8, 16, 32, 64, 128};
    std::array<std::uint64_t, kWidth / 2> two;
    std::memcpy(&two, &bits, sizeof two);
    const std::uint64_t all = two[0] | two[1] | two[2] | two[3];
    return static_cast<unsigned>(all | all >> 32) & 255;
  }

  /// Tests a box against those of `others`, starting at `begin`, that begin before it ends.
  template <class F>
  static Index look(const List& list, std::size_t k, const List& others, std::size_t begin,
                    PairOrder& out, F&& pair) {
    const float end = list.high[0][k];
    Packed* room = out.room(others.box.size());
    std::size_t found = 0;
    std::size_t at = begin;
    for (; others.low[0][at] <= end; at += kWidth) {
      Floats low;
      std::memcpy(&low, &others.low[0][at], sizeof low);
      Bits hit = low <= end;
      for (int d = 1; d < D; ++d) {
        Floats high;
        std::memcpy(&low, &others.low[d][at], sizeof low);
        std::memcpy(&high, &others.high[d][at], sizeof high);
        hit &= (low <= list.high[d][k]) & (high >= list.low[d][k]);
      }
      for (unsigned left = mask(hit); left != 0; left &= left - 1)
        room[found++] =
            pair(list.box[k], others.box[at + static_cast<std::size_t>(std::countr_zero(left))]);
    }
    out.added(found);
    return static_cast<Index>(std::min(at, others.box.size()) - begin);
  }

  std::array<Along, D> along_;
  std::vector<Start> starts_, buffer_;
};

}  // namespace grid
