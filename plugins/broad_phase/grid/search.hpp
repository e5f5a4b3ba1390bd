/// \file search.hpp  The search of the broad phase grid: boxes of one size are sorted into strips,
/// boxes of several sizes into the cells of sparse grids, one for each level of sizes, and compared
/// with their neighbours, by several threads where there are many.
#pragma once

#include <numeric>
#include <tactus/broad_phase.hpp>

#include "body_boxes.hpp"
#include "cells.hpp"
#include "few_boxes.hpp"
#include "neighbourhood.hpp"
#include "options.hpp"
#include "pair_order.hpp"
#include "parts.hpp"
#include "radix_sort.hpp"
#include "sizes.hpp"
#include "strips.hpp"
#include "sweep.hpp"

namespace grid {
using namespace tactus;

/// The search in D dimensions, with memory that is kept between calls.
template <int D>
class Search {
 public:
  /// Appends all overlapping wanted pairs, sorted. Returns the number of box tests.
  Index run(const BoxQuery& query, const Options& options, std::vector<Pair>& pairs,
            Executor& executor) {
    query_ = &query;
    executor_ = &executor;
    tests_ = 0;
    set_[0].boxes = query.first;
    set_[1].boxes = query.second;
    collect();
    std::size_t boxes = 0;
    for (const Set& s : sets()) boxes += s.box.size();
    const bool few = boxes <= static_cast<std::size_t>(options.sweep_up_to);
    few && !are_crowded() ? sweep_few() : search_sizes(options, boxes, few);
    drop_joined();
    const Boxes& second = query.second ? *query.second : *query.first;
    order_.append_to(pairs, query.first->count, second.count, executor);
    return tests_;
  }

 private:
  /// One of the two sets of the query.
  struct Set {
    const Boxes* boxes = nullptr;
    BodyBoxes<D> bodies;
    std::vector<std::uint32_t> box;      ///< boxes that overlap the box of another body
    std::vector<std::int16_t> size;      ///< size class of each of them
    std::vector<std::uint32_t> endless;  ///< infinite boxes, which cannot be put into a grid
    std::vector<CellBox<D>> before;      ///< of all finer levels
    CellList<D> own, finer;              ///< in the cells of the current level
    typename FewBoxes<D>::List few;
    StripList<D> strips;
  };

  std::span<Set> sets() { return std::span(set_, query_->second ? 2 : 1); }

  /// Finds the boxes that overlap the box of another body.
  void collect() {
    bool few_bodies = true;
    for (Set& s : sets()) few_bodies = few_bodies && s.bodies.collect(*s.boxes);
    const bool plain = is_plain(*query_);
    for (Set& s : sets()) s.few.plain = s.strips.boxes.plain = plain;
    const BodyBoxes<D>& other = set_[query_->second ? 1 : 0].bodies;
    for (Set& s : sets()) {
      s.box.clear();
      const auto add = [&](Index i) { s.box.push_back(static_cast<std::uint32_t>(i)); };
      if (few_bodies) {
        s.bodies.each_near(*s.boxes, &s == set_ ? other : set_[0].bodies, *query_, add);
      } else {
        s.box.resize(static_cast<std::size_t>(s.boxes->count));
        std::iota(s.box.begin(), s.box.end(), std::uint32_t{0});
      }
    }
  }

  /// Whether a sweep along one axis would meet many boxes.
  bool are_crowded() {
    constexpr Real many = 24;
    few_.clear();
    for (const Set& s : sets()) few_.add(*s.boxes, s.box);
    return few_.crowd() > many;
  }

  void sweep_few() {
    for (Set& s : sets()) few_.make_list(*query_, *s.boxes, s.box, s.few);
    const Set &a = set_[0], &b = set_[1];
    tests_ += query_->second ? FewBoxes<D>::between(*a.boxes, a.few, *b.boxes, b.few, order_)
                             : FewBoxes<D>::within(*a.boxes, a.few, order_);
  }

  void search_sizes(const Options& options, std::size_t boxes, bool few) {
    classify();
    sizes_.make_levels(options.levels);
    if (!(sizes_.levels() == 1 && search_strips(boxes))) {
      if (few) {
        for (Set& s : sets()) s.box.insert(s.box.end(), s.endless.begin(), s.endless.end());
        return sweep_few();
      }
      for (int level = 0; level < sizes_.levels(); ++level) search_level(level);
    }
    search_endless();
  }

  void classify() {
    sizes_.clear();
    for (Set& s : sets()) {
      s.before.clear();
      s.size.resize(s.box.size());
      const Parts parts(s.box.size());
      part_sizes_.resize(std::max(part_sizes_.size(), static_cast<std::size_t>(parts.number())));
      parts.for_each(*executor_, [&](Index p, Range part) {
        Sizes<D>& sizes = part_sizes_[static_cast<std::size_t>(p)];
        sizes.clear();
        for (auto k = static_cast<std::size_t>(part.begin); k < static_cast<std::size_t>(part.end);
             ++k)
          s.size[k] = sizes.add(s.boxes->lower(s.box[k]), s.boxes->upper(s.box[k]));
      });
      for (Index p = 0; p < parts.number(); ++p)
        sizes_.add(part_sizes_[static_cast<std::size_t>(p)]);
      set_endless_apart(s);
    }
  }

  static void set_endless_apart(Set& s) {
    s.endless.clear();
    std::size_t kept = 0;
    for (std::size_t k = 0; k < s.box.size(); ++k)
      if (s.size[k] == Sizes<D>::kEndless)
        s.endless.push_back(s.box[k]);
      else
        s.box[kept] = s.box[k], s.size[kept++] = s.size[k];
    s.box.resize(kept);
  }

  /// The search for boxes of like size. @returns false if strips do not fit the domain
  bool search_strips(std::size_t boxes) {
    if (!strips_.set(sizes_.extent(0), boxes)) return false;
    for (Set& s : sets()) strips_.make_list(*query_, *s.boxes, s.box, s.strips, *executor_);
    const Set &a = set_[0], &b = set_[1];
    sweep_parts(a.strips.size(), [&](Range part, PairOrder& out) {
      return query_->second ? strips_.between(*a.boxes, a.strips, part, *b.boxes, b.strips, out)
                            : strips_.within(*a.boxes, a.strips, part, out);
    });
    return true;
  }

  /// Finds the pairs of boxes of this level with each other and with those of finer levels.
  void search_level(int level) {
    cells_.set(sizes_.extent(level), [&](int axis, std::vector<Real>& lows) {
      for (const Set& s : sets())
        for (std::size_t k = 0; k < s.box.size(); ++k)
          if (sizes_.level(s.size[k]) <= level) lows.push_back(s.boxes->lower(s.box[k])[axis]);
    });
    for (Set& s : sets()) locate_own(s, level);
    Set &a = set_[0], &b = set_[1];
    if (!query_->second) {
      locate_finer(a, a.own);
      sweep_parts(a.own.size(), [&](Range part, PairOrder& out) {
        return sweep_self(a.own, part, cells_.stride(), out);
      });
      cross<Order::lower_first>(a.finer, a.own);
    } else {
      locate_finer(a, b.own);
      locate_finer(b, a.own);
      cross<Order::query_first>(a.own, b.own);
      cross<Order::query_first>(a.finer, b.own);
      cross<Order::target_first>(b.finer, a.own);
    }
    if (level + 1 < sizes_.levels())
      for (Set& s : sets()) s.before.insert(s.before.end(), s.own.boxes.begin(), s.own.boxes.end());
  }

  template <Order order>
  void cross(const CellList<D>& queries, const CellList<D>& targets) {
    if (targets.size() == 0) return;
    sweep_parts(queries.size(), [&](Range part, PairOrder& out) {
      return sweep_cross<D, order>(queries, part, targets, cells_.stride(), out);
    });
  }

  /// Calls f(part of the queries, where pairs go) -> tests for all parts.
  template <class F>
  void sweep_parts(std::size_t queries, F&& f) {
    const Parts parts(queries);
    if (parts.number() == 1) {
      tests_ += f(parts.part(0), order_);
      return;
    }
    const auto number = static_cast<std::size_t>(parts.number());
    part_orders_.resize(std::max(part_orders_.size(), number));
    part_tests_.resize(number);
    parts.for_each(*executor_, [&](Index p, Range part) {
      const auto k = static_cast<std::size_t>(p);
      part_tests_[k] = f(part, part_orders_[k]);
    });
    tests_ += std::accumulate(part_tests_.begin(), part_tests_.end(), Index{0});
    order_.take(std::span(part_orders_).first(number), *executor_);
  }

  void locate_own(Set& s, int level) {
    locate(
        s.box.size(), [&](std::size_t k) { return sizes_.level(s.size[k]) == level; },
        [&](std::size_t k) {
          const std::uint32_t i = s.box[k];
          const std::int32_t body = s.boxes->body[i];
          const auto flags =
              static_cast<std::uint64_t>(query_->self[body] | query_->movable[body] << 1);
          return Located{
              cells_.locate(s.boxes->lower(i), s.boxes->upper(i)) | flags << Located::kFlags, i,
              body};
        });
    sort_into(
        s.own,
        [&](CellBox<D>& out, const Located& at) {
          const Real *lower = s.boxes->lower(at.box), *upper = s.boxes->upper(at.box);
          for (int d = 0; d < D; ++d) out.bound[d] = lower[d], out.bound[D + d] = -upper[d];
          out.index = at.box;
          out.body = at.body;
          out.self = at.flags() & 1;
          out.movable = at.flags() >> 1;
        },
        [&](const Located& at) { return s.boxes->lower(at.box); });
  }

  /// Finds boxes of finer levels that may overlap one of the targets.
  void locate_finer(Set& s, const CellList<D>& targets) {
    // Most of them are then not near any target
    const bool few = targets.size() < s.before.size() / 16;
    if (few) {
      near_.clear(targets.size());
      for (const CellBox<D>& t : targets.boxes) near_.mark(cells_.place(t.bound));
    }
    locate(
        targets.size() > 0 ? s.before.size() : 0,
        [&](std::size_t k) { return !few || near_.may_hold(cells_.place(s.before[k].bound)); },
        [&](std::size_t k) {
          const CellBox<D>& b = s.before[k];
          return Located{cells_.locate(b.bound, b.bound + D, -1), static_cast<std::uint32_t>(k), 0};
        });
    sort_into(
        s.finer, [&](CellBox<D>& out, const Located& at) { out = s.before[at.box]; },
        [&](const Located& at) { return s.before[at.box].bound; });
  }

  /// Locates those of `count` boxes that are wanted. Each part writes where it begins, and then the
  /// parts are moved together.
  template <class Wanted, class Make>
  void locate(std::size_t count, Wanted&& wanted, Make&& make) {
    const Parts parts(count);
    located_.resize(count);
    part_ends_.resize(static_cast<std::size_t>(parts.number()));
    parts.for_each(*executor_, [&](Index p, Range part) {
      auto out = located_.begin() + part.begin;
      for (auto k = static_cast<std::size_t>(part.begin); k < static_cast<std::size_t>(part.end);
           ++k)
        if (wanted(k)) *out++ = make(k);
      part_ends_[static_cast<std::size_t>(p)] = out - located_.begin();
    });
    auto end = located_.begin();
    for (Index p = 0; p < parts.number(); ++p) {
      const auto from = located_.begin() + parts.part(p).begin;
      const auto to = located_.begin() + part_ends_[static_cast<std::size_t>(p)];
      end = from == end ? to : std::move(from, to, end);
    }
    located_.erase(end, located_.end());
  }

  /// Sorts the located boxes and copies them in this order. `source`: where a box is in memory.
  template <class Copy, class Source>
  void sort_into(CellList<D>& list, Copy&& copy, Source&& source) {
    const std::size_t n = located_.size();
    sort_.sort(
        located_, buffer_, n, cells_.bits(), [](const Located& at) { return at.cell(); },
        *executor_);
    list.boxes.resize(n);
    list.key.resize(n + 1);
    list.key[n] = list.kAbove;
    constexpr std::size_t ahead = 16;  // prefetches, since boxes are scattered in memory
    Parts(n).for_each(*executor_, [&](Index, Range part) {
      for (auto k = static_cast<std::size_t>(part.begin); k < static_cast<std::size_t>(part.end);
           ++k) {
        if (k + ahead < n) {
          const Real* next = source(located_[k + ahead]);
          __builtin_prefetch(next);
          __builtin_prefetch(next + 2 * D - 1);
        }
        copy(list.boxes[k], located_[k]);
        list.key[k] = located_[k].key();
      }
    });
  }

  /// The sweep has only distinguished bodies. This removes pairs of one body that share a vertex.
  void drop_joined() {
    const Boxes &a = *query_->first, &b = query_->second ? *query_->second : a;
    if (a.corners == 0 || b.corners == 0) return;
    order_.keep_if(
        [&](Index i, Index j) { return a.body[i] != b.body[j] || !share_a_corner<D>(a, i, b, j); });
  }

  /// Tests infinite boxes against all others.
  void search_endless() {
    const Boxes &a = *query_->first, &b = query_->second ? *query_->second : a;
    for (const std::uint32_t i : set_[0].endless) {
      for (Index j = 0; j < b.count; ++j)
        if (a.overlap(i, b, j) && (query_->second || j > i || !endless(0, j))) add(i, j);
      tests_ += b.count;
    }
    if (!query_->second) return;
    for (const std::uint32_t j : set_[1].endless) {
      for (Index i = 0; i < a.count; ++i)
        if (a.overlap(i, b, j) && !endless(0, i)) add(i, j);
      tests_ += a.count;
    }
  }

  bool endless(int set, Index i) const {
    const auto& list = set_[set].endless;
    return std::binary_search(list.begin(), list.end(), static_cast<std::uint32_t>(i));
  }
  void add(Index i, Index j) {
    if (!query_->second && i == j) return;
    if (!query_->second && i > j) std::swap(i, j);
    if (query_->wanted(i, j)) order_.add(i, j);
  }

  const BoxQuery* query_ = nullptr;
  Set set_[2];
  FewBoxes<D> few_;
  Strips<D> strips_;
  Sizes<D> sizes_;
  Cells<D> cells_;
  Neighbourhood<D> near_;
  std::vector<Located> located_, buffer_;
  ParallelSort sort_;
  PairOrder order_;
  Index tests_ = 0;
  Executor* executor_ = nullptr;
  std::vector<Sizes<D>> part_sizes_;
  std::vector<PairOrder> part_orders_;
  std::vector<Index> part_tests_, part_ends_;  ///< of boxes; in located_
};

}  // namespace grid
