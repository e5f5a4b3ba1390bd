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

#include "probe.hpp"
#include "radix_sort.hpp"

namespace grid {
using namespace tactus;

/// Boxes sorted by their lower ends along one axis. Each box is tested against those that begin
/// before it ends.
template <int D>
class FewBoxes {
 public:
  /// Boxes of one set in the order of the sweep, whose axis is the first one.
  using List = BoxLanes<D>;

  void clear() {
    for (Along& a : along_) a = {};
  }
  /// Takes some of the boxes into account, before the first list is made: enough of them to choose
  /// an axis and the steps along it.
  void add(const Boxes& boxes, const std::vector<std::uint32_t>& which) {
    constexpr std::size_t enough = 64;
    const std::size_t n = which.size(), every = std::max<std::size_t>(n / enough, 1);
    for (std::size_t k = 0; k < n; k += every)
      for (int d = 0; d < D; ++d)
        along_[d].add(boxes.lower(which[k])[d], boxes.upper(which[k])[d], static_cast<Real>(every));
  }

  /// Boxes that overlap one along the axis of the sweep, on average; infinity if nothing is known.
  Real crowd() const {
    Real least = kUnlimited;
    for (const Along& a : along_) least = std::min(least, a.crowd());
    return least;
  }

  void make_list(const BoxQuery& query, const Boxes& boxes, const std::vector<std::uint32_t>& which,
                 List& list) {
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
    list.resize(n);
    for (std::size_t k = 0; k < n; ++k) {
      const std::uint32_t i = starts_[k].box;
      if (list.plain) {
        list.set(k, i);
      } else {
        const std::int32_t body = boxes.body[i];
        list.set(k, i, body, query.self[body], query.movable[body]);
      }
      const Real *lower = boxes.lower(i), *upper = boxes.upper(i);
      for (int d = 0; d < D; ++d) {
        const Real low = lower[axis[d]], high = upper[axis[d]];
        const bool in_steps = d == 0 && steps.scale > 0;
        list.low[d][k] = in_steps ? static_cast<float>(steps.of(low)) : rounded(axis[d], low);
        list.high[d][k] = in_steps ? static_cast<float>(steps.of(high)) : rounded(axis[d], high);
      }
    }
  }

  /// Adds the pairs within a list that was made of `boxes`. Returns the number of tests.
  static Index within(const Boxes& boxes, const List& list, PairOrder& out) {
    return list.plain ? sweep<true>(boxes, list, out) : sweep<false>(boxes, list, out);
  }

  /// The same for a box of one list and one of another.
  static Index between(const Boxes& firsts, const List& first, const Boxes& seconds,
                       const List& second, PairOrder& out) {
    Index tests = 0;
    std::size_t k = 0, l = 0;
    while (k < first.size() && l < second.size())
      if (first.low[0][k] <= second.low[0][l]) {
        const LaneProbe<D, false> probe(firsts, first, k++);
        tests += probe.template look<PairedAs::query_first, true>(seconds, second, l, second.size(),
                                                                  probe.high(), out);
      } else {
        const LaneProbe<D, false> probe(seconds, second, l++);
        tests += probe.template look<PairedAs::target_first, true>(firsts, first, k, first.size(),
                                                                   probe.high(), out);
      }
    return tests;
  }

 private:
  template <bool plain>
  static Index sweep(const Boxes& boxes, const List& list, PairOrder& out) {
    Index tests = 0;
    for (std::size_t k = 0; k < list.size(); ++k) {
      const LaneProbe<D, plain> probe(boxes, list, k);
      tests += probe.template look<PairedAs::lower_first, true>(boxes, list, k + 1, list.size(),
                                                                probe.high(), out);
    }
    return tests;
  }

  struct Start {
    std::uint32_t order, box;
  };

  /// Statistics of finite boxes along one axis. A box may lie outside of the extent.
  struct Along {
    Real low = kUnlimited, high = -kUnlimited, edges = 0;

    void add(Real lower, Real upper, Real weight) {
      if (!(upper - lower < kUnlimited)) return;
      low = std::min(low, lower);
      high = std::max(high, lower);
      edges += weight * (upper - lower);
    }
    Real crowd() const { return high > low ? edges / (high - low) : kUnlimited; }
  };

  /// Coordinates along the axis of the sweep as integers of few bits, which are soon sorted.
  /// Like rounding it is monotonic.
  struct Steps {
    static constexpr int kBits = 16;
    Real origin = 0, scale = 0;  ///< 0: steps would be too long
    std::uint32_t of(Real x) const {
      const Real at = std::min<Real>((x - origin) * scale, (1 << kBits) - 1);
      return static_cast<std::uint32_t>(std::max<Real>(at, 0));
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
    return static_cast<float>(std::max(std::min(x - origin, most), -most));
  }
  /// Unsigned integers whose order is that of the given numbers.
  static std::uint32_t order_of(float x) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    return bits >> 31 ? ~bits : bits | 0x80000000u;
  }

  std::array<Along, D> along_;
  std::vector<Start> starts_, buffer_;
};

}  // namespace grid
