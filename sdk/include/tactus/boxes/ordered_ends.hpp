/// \file ordered_ends.hpp  The ends of boxes in one list for each axis, and a sweep through the one
/// along which fewest boxes overlap.
#pragma once

#include "active_boxes.hpp"

namespace tactus::boxes {

/// Lists of both ends of all boxes of a query, each ordered along its axis. Of equal coordinates the
/// lower end comes first, so that boxes that touch overlap. The place of each end in its list is
/// kept: boxes are compared by places, which are integers.
template <int D>
class OrderedEnds {
 public:
  using Code = std::uint32_t;  ///< 2 * box, plus 1 for its upper end
  struct End {
    Real at;
    Code code;
    /// Whether it must come before the other; ends that are equal may come in any order.
    bool before(const End& other) const {
      return at < other.at || (at == other.at && (code & 1) < (other.code & 1));
    }
  };

  Index count() const { return static_cast<Index>(place_[0].size() / 2); }
  std::vector<End>& axis(int d) { return ends_[static_cast<std::size_t>(d)]; }

  /// Lists the ends of these boxes, in no order.
  void collect(const JoinedBoxes& joined) {
    const auto n = static_cast<std::size_t>(joined.count());
    for (int d = 0; d < D; ++d) {
      auto& list = axis(d);
      list.resize(2 * n);
      for (std::size_t k = 0; k < n; ++k) {
        const auto box = static_cast<Index>(k);
        const auto code = static_cast<Code>(2 * k);
        list[2 * k] = {joined.lower(box)[d], code};
        list[2 * k + 1] = {joined.upper(box)[d], code + 1};
      }
    }
  }

  /// Moves the ends, which keep their order, to where the boxes are now.
  void move(const JoinedBoxes& joined) {
    for (int d = 0; d < D; ++d)
      for (End& end : axis(d)) {
        const auto box = static_cast<Index>(end.code / 2);
        end.at = end.code & 1 ? joined.upper(box)[d] : joined.lower(box)[d];
      }
  }

  /// Notes the places of the ends. Call it when the lists are in order.
  void note_places() {
    for (int d = 0; d < D; ++d) {
      const auto& list = axis(d);
      auto& place = place_[static_cast<std::size_t>(d)];
      place.resize(list.size());
      for (std::size_t k = 0; k < list.size(); ++k) place[list[k].code] = static_cast<Code>(k);
    }
  }

  /// Calls f(k, l) for boxes of the list that overlap and may be a pair. @returns boxes compared
  template <class F>
  Index sweep(const JoinedBoxes& joined, const BoxQuery& query, F&& f) {
    const auto d = static_cast<std::size_t>(fewest_overlaps());
    active_.reset(joined, query);
    Index tests = 0;
    for (const End& end : ends_[d]) {
      const Code box = end.code / 2;
      if (end.code & 1) {
        active_.remove(box);
        continue;
      }
      active_.each_partner(box, [&](Code other) {
        ++tests;
        if (overlap(box, other, d)) f(static_cast<Index>(box), static_cast<Index>(other));
      });
      active_.add(box);
    }
    return tests;
  }

 private:
  /// Whether two boxes overlap along all axes but this one.
  bool overlap(Code k, Code l, std::size_t but) const {
    bool hit = true;
    for (std::size_t d = 0; d < D; ++d)
      hit &= d == but || ((place_[d][2 * k] < place_[d][2 * l + 1]) &
                          (place_[d][2 * l] < place_[d][2 * k + 1]));
    return hit;
  }

  int fewest_overlaps() const {
    int best = 0;
    std::uint64_t least = ~std::uint64_t{0};
    for (int d = 0; d < D; ++d) {
      std::uint64_t open = 0, overlaps = 0;
      for (const End& end : ends_[static_cast<std::size_t>(d)])
        end.code& 1 ? --open : overlaps += open++;
      if (overlaps < least) least = overlaps, best = d;
    }
    return best;
  }

  std::array<std::vector<End>, D> ends_;
  std::array<std::vector<Code>, D> place_;
  ActiveBoxes active_;
};

}  // namespace tactus::boxes
