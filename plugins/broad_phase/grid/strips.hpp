/// \file strips.hpp  Boxes of like size in strips along x, and the sweep over neighbouring strips.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <tactus/broad_phase.hpp>
#include <vector>

#include "axis.hpp"
#include "cells.hpp"
#include "parts.hpp"
#include "probe.hpp"
#include "radix_sort.hpp"

namespace grid {
using namespace tactus;

/// The strips of one set of boxes, one after the other, each in the order of lower ends along x.
template <int D>
struct StripList {
  BoxLanes<D> boxes;  ///< bits 1, 2 of flags: the upper end is in the next strip along y, z
  std::vector<std::uint32_t> start;  ///< the first box of each strip

  std::size_t size() const { return boxes.size(); }
};

/// Finds pairs of boxes of which none is much longer than the others: those with lower corners in
/// the same strip or in neighbouring ones, strips being as wide as the longest box.
template <int D>
class Strips {
 public:
  using Extent = typename Cells<D>::Extent;

  /// Divides the domain. @returns false if it is too long for the order along x to be of use
  bool set(const Extent& e, std::size_t boxes) {
    Real rest = 1;
    for (int d = 0; d < D; ++d) rest = std::max(rest, (e.high[d] - e.low[d]) + e.longest[d]);
    if (!(rest < 1e30) || boxes > kMostBoxes) return false;
    std::copy_n(e.low, D, origin_.begin());
    for (int d = 1; d < D; ++d) {
      if (Axis::needs_lows(e.low[d], e.high[d], e.longest[d], kMostCells)) return false;
      axis_[d].set(none_, e.low[d], e.high[d], e.longest[d], kMostCells);
    }
    const auto most = std::max<std::size_t>(boxes / 8, 64);
    while (count_strips() > most)
      std::max_element(axis_.begin() + 1, axis_.end(), [](const Axis& a, const Axis& b) {
        return a.last() < b.last();
      })->coarsen();
    return divide_x(e.high[0] - e.low[0], e.longest[0]);
  }

  /// Puts the boxes named by `which` in order.
  void make_list(const BoxQuery& query, const Boxes& boxes, const std::vector<std::uint32_t>& which,
                 StripList<D>& list, Executor& executor) {
    const std::size_t n = which.size();
    located_.resize(n);
    const Parts parts(n);
    parts.for_each(executor, [&](Index, Range part) {
      for (auto k = static_cast<std::size_t>(part.begin); k < static_cast<std::size_t>(part.end);
           ++k) {
        const std::uint32_t i = which[k];
        unsigned filter = 0;
        if (!list.boxes.plain) {
          const std::int32_t body = boxes.body[i];
          filter = (query.self[body] ? 1u : 0u) | (query.movable[body] ? 2u : 0u);
        }
        located_[k] = {key_of(boxes.lower(i)), i | filter << kFilter};
      }
    });
    sort_.sort(
        located_, buffer_, n, bits_, [](const Located& at) { return std::uint64_t{at.key}; },
        executor);
    list.boxes.resize(n);
    list.start.resize(strips_ + 1);
    parts.for_each(executor, [&](Index, Range part) { place(boxes, part, list); });
  }

  /// Adds the pairs of some boxes with others of the same list. @returns the number of tests
  Index within(const Boxes& boxes, const StripList<D>& list, Range part, PairOrder& out) const {
    if constexpr (D == 2) {
      const std::array<Strip, 1> strips{Strip{1, 2}};
      return within(boxes, list, part, strips, out);
    } else {
      const auto z = static_cast<std::ptrdiff_t>(stride_[2]);
      const std::array<Strip, 4> strips{Strip{1, 2}, {z - 1, 4}, {z, 4}, {z + 1, 6}};
      return within(boxes, list, part, strips, out);
    }
  }
  /// The same of some boxes of one list with those of another.
  Index between(const Boxes& first, const StripList<D>& list, Range part, const Boxes& second,
                const StripList<D>& others, PairOrder& out) const {
    std::array<Strip, D == 2 ? 3 : 9> strips;
    for (std::ptrdiff_t s = 0; s < std::ssize(strips); ++s)
      strips[static_cast<std::size_t>(s)] = {
          s % 3 - 1 + (D == 3 ? (s / 3 - 1) * static_cast<std::ptrdiff_t>(stride_[2]) : 0),
          static_cast<std::uint8_t>((s % 3 == 2 ? 2 : 0) | (s / 3 == 2 ? 4 : 0))};
    return sweep<PairedAs::query_first, false>(first, list, part, second, others, strips, out);
  }

 private:
  static constexpr Real kMostCells = D == 2 ? 0x1p28 : 0x1p18;
  static constexpr int kFilter = 30;  ///< where the filter begins in Located::box
  static constexpr std::size_t kMostBoxes = std::size_t{1} << 28;

  struct Located {
    std::uint32_t key, box;
  };
  /// A strip next to that of a query.
  struct Strip {
    std::ptrdiff_t offset;
    std::uint8_t needs;  ///< axes along which the query must reach into the next strip
  };

  std::size_t count_strips() {
    stride_ = {0, 1, 1};
    for (int d = 2; d < D; ++d) stride_[d] = stride_[d - 1] * (axis_[d - 1].last() + 3);
    return strips_ = stride_[D - 1] * (axis_[D - 1].last() + 3) + 1;
  }

  /// Steps along x of at most a quarter of the longest box, in few bits, that the sort is short.
  bool divide_x(Real span, Real longest) {
    const int strip_bits = std::bit_width(strips_);
    const Real fine = 8 * span / longest;
    if (!(fine < 0x1p20) && span > 0) return false;
    int x_bits = span > 0 ? std::bit_width(static_cast<std::uint32_t>(fine)) : 0;
    if (strip_bits + x_bits == 23 || strip_bits + x_bits > 32) --x_bits;
    if (strip_bits + x_bits > 32) return false;
    bits_ = strip_bits + x_bits;
    x_bits_ = x_bits;
    const Real steps = std::ldexp(1., x_bits);
    scale_ = span > 0 ? (steps - 1) / span : 0;
    // Rounding of bounds included: they have 24 bits, and steps at most 20
    step_ =
        static_cast<float>(span / std::max<Real>(steps - 1, 1) * 1.01 + 1e-6 * (span + longest));
    longest_ = static_cast<float>(longest * 1.001);
    return true;
  }

  std::uint32_t key_of(const Real* lower) const {
    std::uint64_t strip = 0;
    for (int d = 1; d < D; ++d) strip += stride_[d] * (axis_[d].cell(lower[d]) + 1);
    const auto x = static_cast<std::uint64_t>((lower[0] - origin_[0]) * scale_);
    return static_cast<std::uint32_t>(strip << x_bits_ |
                                      std::min(x, (std::uint64_t{1} << x_bits_) - 1));
  }

  /// Copies some boxes to their places.
  void place(const Boxes& boxes, Range part, StripList<D>& list) const {
    const auto n = located_.size();
    constexpr std::size_t ahead = 16;  // prefetches, since boxes are scattered in memory
    for (auto k = static_cast<std::size_t>(part.begin); k < static_cast<std::size_t>(part.end);
         ++k) {
      if (k + ahead < n) {
        const Real* next = boxes.lower(located_[k + ahead].box & kBox);
        __builtin_prefetch(next);
        __builtin_prefetch(next + 2 * D - 1);
      }
      const std::uint32_t i = located_[k].box & kBox, filter = located_[k].box >> kFilter;
      const Real *lower = boxes.lower(i), *upper = boxes.upper(i);
      BoxLanes<D>& out = list.boxes;
      out.plain ? out.set(k, i) : out.set(k, i, boxes.body[i], filter & 1, filter & 2);
      for (int d = 0; d < D; ++d) {
        out.low[d][k] = static_cast<float>(lower[d] - origin_[d]);
        out.high[d][k] = static_cast<float>(upper[d] - origin_[d]);
        if (d > 0) out.flags[k] |= (axis_[d].cell(upper[d]) > axis_[d].cell(lower[d])) << d;
      }
      const std::size_t strip = located_[k].key >> x_bits_,
                        before = k > 0 ? (located_[k - 1].key >> x_bits_) + std::size_t{1} : 0;
      for (std::size_t s = before; s <= strip; ++s) list.start[s] = static_cast<std::uint32_t>(k);
      if (k + 1 == n)
        for (std::size_t s = strip + 1; s <= strips_; ++s)
          list.start[s] = static_cast<std::uint32_t>(n);
    }
    if (n == 0 && part.begin == 0) std::fill(list.start.begin(), list.start.end(), 0);
  }

  /// Moves `at` to the first box, or the end, that does not begin before `begin`.
  static void advance(const StripList<D>& list, float begin, std::size_t& at, std::size_t end) {
    while (at < end) {
      const auto before =
          static_cast<std::size_t>(std::countr_one(mask_of_eight([&](std::size_t k) {
            Floats low;
            load(low, &list.boxes.low[0][at + k]);
            return Bits(low < begin);
          })));
      at += before;
      if (before < kLanes) break;
    }
    at = std::min(at, end);
  }

  template <std::size_t count>
  Index within(const Boxes& boxes, const StripList<D>& list, Range part,
               const std::array<Strip, count>& strips, PairOrder& out) const {
    constexpr auto as = PairedAs::lower_first;
    return list.boxes.plain ? sweep<as, true>(boxes, list, part, boxes, list, strips, out)
                            : sweep<as, false>(boxes, list, part, boxes, list, strips, out);
  }
  template <PairedAs as, bool plain, std::size_t count>
  Index sweep(const Boxes& boxes, const StripList<D>& list, Range part, const Boxes& other_boxes,
              const StripList<D>& others, const std::array<Strip, count>& strips,
              PairOrder& out) const {
    Index tests = 0;
    auto k = static_cast<std::size_t>(part.begin);
    const auto part_end = static_cast<std::size_t>(part.end);
    if (k >= part_end) return 0;
    std::size_t strip =
        static_cast<std::size_t>(std::upper_bound(list.start.begin(), list.start.end(), k) -
                                 list.start.begin()) -
        1;
    std::array<std::size_t, count> begin, end;
    for (; k < part_end; ++strip) {
      const std::size_t strip_end = list.start[strip + 1], stop = std::min(strip_end, part_end);
      if (k >= stop) continue;
      for (std::size_t s = 0; s < count; ++s) {
        const auto other =
            static_cast<std::size_t>(static_cast<std::ptrdiff_t>(strip) + strips[s].offset);
        begin[s] = others.start[other], end[s] = others.start[other + 1];
      }
      if (k != list.start[strip]) {  // a part that begins in the middle of a strip
        const float from = list.boxes.low[0][k] - longest_ - 4 * step_;
        for (std::size_t s = 0; s < count; ++s)
          begin[s] = static_cast<std::size_t>(
              std::partition_point(others.boxes.low[0].begin() + static_cast<Index>(begin[s]),
                                   others.boxes.low[0].begin() + static_cast<Index>(end[s]),
                                   [&](float low) { return low < from; }) -
              others.boxes.low[0].begin());
      }
      for (; k < stop; ++k) {
        const LaneProbe<D, plain> probe(boxes, list.boxes, k);
        const float last = probe.high() + step_;
        if constexpr (as == PairedAs::lower_first)
          tests += probe.template look<as>(other_boxes, others.boxes, k + 1, strip_end, last, out);
        for (std::size_t s = 0; s < count; ++s) {
          if ((list.boxes.flags[k] & strips[s].needs) != strips[s].needs) continue;
          advance(others, probe.low() - longest_ - 2 * step_, begin[s], end[s]);
          tests += probe.template look<as>(other_boxes, others.boxes, begin[s], end[s], last, out);
        }
      }
    }
    return tests;
  }

  static constexpr std::uint32_t kBox = (1u << kFilter) - 1;
  std::array<Real, D> origin_{};
  std::array<Axis, D> axis_;  ///< along y and z
  std::array<std::size_t, 3> stride_{};
  std::size_t strips_ = 0;
  int bits_ = 0, x_bits_ = 0;
  Real scale_ = 0;
  float step_ = 0, longest_ = 0;
  std::vector<Located> located_, buffer_;
  std::vector<Real> none_;
  ParallelSort sort_;
};

}  // namespace grid
