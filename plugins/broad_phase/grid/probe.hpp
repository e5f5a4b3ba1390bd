/// \file probe.hpp  One box against many others, eight at a time in single precision.
#pragma once

#include <limits>
#include <tactus/broad_phase.hpp>
#include <vector>

#include "lanes.hpp"
#include "pair_order.hpp"

namespace grid {
using namespace tactus;

/// Whether every box is of another body and all move, so that every pair is wanted.
inline bool is_plain(const BoxQuery& query) {
  const View<std::int32_t> body = query.first->body;
  return !query.second && std::ranges::adjacent_find(body) == body.end() &&
         std::ranges::find(query.movable, 0) == query.movable.end();
}

/// Boxes in an order, each bound in an array of its own, measured from some origin. Rounding is
/// monotonic: boxes that overlap do so when rounded, and rounded bounds that differ are in the
/// order of the exact ones.
template <int D>
struct BoxLanes {
  std::array<std::vector<float>, D> low, high;  ///< kLanes extra boxes at the end
  std::vector<std::int32_t> body;               ///< ~ its number if it does not move
  std::vector<std::uint32_t> index;
  std::vector<std::uint8_t> flags;  ///< bit 0: pairs within its body are wanted; others are free

  bool plain = false;  ///< see is_plain(): `body` is not used

  std::size_t size() const { return flags.size(); }
  void resize(std::size_t n) {
    for (int d = 0; d < D; ++d) {
      low[d].resize(n + kLanes), high[d].resize(n + kLanes);
      std::fill_n(low[d].begin() + static_cast<Index>(n), kLanes, kNowhere);
    }
    body.resize(n + kLanes), index.resize(n + kLanes), flags.resize(n);
  }
  /// All of box k but its bounds.
  void set(std::size_t k, std::uint32_t box, std::int32_t its_body, bool self, bool movable) {
    index[k] = box, body[k] = movable ? its_body : ~its_body, flags[k] = self;
  }
  void set(std::size_t k, std::uint32_t box) { index[k] = box, flags[k] = 0; }

 private:
  static constexpr float kNowhere = std::numeric_limits<float>::infinity();
};

/// @tparam plain  as the list with which the box is compared, if both are the same
template <int D, bool plain>
class LaneProbe {
 public:
  /// Box k of a list that was made of `boxes`.
  LaneProbe(const Boxes& boxes, const BoxLanes<D>& list, std::size_t k)
      : boxes_(boxes), index_(list.index[k]) {
    for (int d = 0; d < D; ++d) low_[d] = list.low[d][k], high_[d] = list.high[d][k];
    if (plain) return;
    body_ = list.body[k];
    self_ = Bits{} - (list.flags[k] & 1);
    movable_ = Bits{} - (body_ >= 0 ? 1 : 0);
  }
  float low() const { return low_[0]; }
  float high() const { return high_[0]; }

  /// Adds the pairs with boxes from `at` to `end`, up to one that begins behind `last` along the
  /// first axis.
  /// @tparam ahead      none of them begins before this one
  /// @param other_boxes  of which the list was made
  /// @returns the number of tests
  template <PairedAs as, bool ahead = false>
  Index look(const Boxes& other_boxes, const BoxLanes<D>& others, std::size_t at, std::size_t end,
             float last, PairOrder& out) const {
    const std::size_t begin = std::min(at, end);
    for (; at < end && others.low[0][at] <= last; at += kLanes) {
      unsigned found = mask_of_eight([&](std::size_t k) {
        Bits hit = ~Bits{};
        if constexpr (!plain) {
          Bits body;
          load(body, &others.body[at + k]);
          const Bits same = body == body_;
          hit = (same & self_) | (~same & (movable_ | (body >= 0)));
        }
        for (int d = 0; d < D; ++d) {
          Floats low, high;
          load(low, &others.low[d][at + k]);
          load(high, &others.high[d][at + k]);
          hit &= low <= high_[d];
          if (!ahead || d > 0) hit &= high >= low_[d];
        }
        return hit;
      });
      if (end - at < kLanes) found &= (1u << (end - at)) - 1;
      if (found == 0) continue;
      for (unsigned left = equal(others, at) & found; left != 0; left &= left - 1) {
        const int lane = std::countr_zero(left);
        if (!boxes_.overlap(index_, other_boxes, others.index[at + static_cast<std::size_t>(lane)]))
          found &= ~(1u << lane);
      }
      write_pairs<as>(index_, &others.index[at], found, out.room(kLanes));
      out.added(static_cast<std::size_t>(std::popcount(found)));
    }
    return static_cast<Index>(std::min(at, end) - begin);
  }

 private:
  /// Those of eight boxes that touch this one, or would without rounding overlap it or not.
  unsigned equal(const BoxLanes<D>& others, std::size_t at) const {
    return mask_of_eight([&](std::size_t k) {
      Bits equal{};
      for (int d = 0; d < D; ++d) {
        Floats low, high;
        load(low, &others.low[d][at + k]);
        load(high, &others.high[d][at + k]);
        equal |= (low == high_[d]) | (high == low_[d]);
      }
      return equal;
    });
  }

  const Boxes& boxes_;
  std::array<float, D> low_, high_;
  std::uint32_t index_;
  std::int32_t body_ = 0;
  Bits self_, movable_;
};

}  // namespace grid
