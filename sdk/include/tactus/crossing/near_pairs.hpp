/// \file crossing/near_pairs.hpp  The pairs of a near list that are worth a look. Two things whose boxes were a
/// length apart along an axis when the list was made cannot meet before one has moved by as much along it relative
/// to the other: until then their pair sleeps, and costs nothing (conservative advancement). What is found is the
/// same.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "neighbourhood.hpp"

namespace tactus::crossing {

/// How far bodies have moved since a near list was made: one box a body, round the displacements of all of its
/// vertices at all positions seen so far.
class BodyMoves {
 public:
  /// Begins with a list that was made at `made` [vertices * dim], and watches no body.
  void begin(const Surface& surface, View<Real> made);
  void watch(std::int32_t body) { box_[static_cast<std::size_t>(body)].watched = true; }
  /// Vertices are at y now. @param moved  [vertices] 1: since the last call; empty: all of them
  void add(View<Real> y, View<std::uint8_t> moved);
  /// m, no displacement of a vertex of one body along this axis differs by more from one of the other body, or of
  /// the same one. Both are watched.
  Real relative(std::int32_t a, std::int32_t b, std::size_t axis) const {
    const Box &first = box_[static_cast<std::size_t>(a)],
              &second = box_[static_cast<std::size_t>(b)];
    return std::max(
        {Real(0), first.high[axis] - second.low[axis], second.high[axis] - first.low[axis]});
  }
  std::size_t bodies() const { return box_.size(); }

 private:
  struct Box {
    std::array<Real, 3> low, high;
    bool watched;
  };
  /// Consecutive vertices of a body.
  struct Piece {
    std::int32_t body;
    Index begin, end;
  };
  int dim_ = 0;
  std::vector<Piece> pieces_;
  std::vector<Real> made_;
  std::vector<Box> box_;  ///< [bodies]
};

/// How far two boxes are apart along the axis along which that is most.
struct Apart {
  Real distance = -kUnlimited;  ///< m; <= 0: they meet
  std::size_t axis = 0;
};

/// Pairs in the order in which they wake.
class SleepingPairs {
 public:
  /// Forgets all pairs. @param farthest  m, about the largest distance of a pair
  void begin(std::size_t dim, std::size_t bodies, Real farthest);
  /// @param a, b  bodies of the two; pairs of one a are added one after the other
  void add(const Pair& pair, std::int32_t a, std::int32_t b, const Apart& apart);
  /// A pair whose boxes are farther apart than the farthest, of which nothing is kept but that there is one.
  void add_far(std::int32_t a, std::int32_t b);
  void end();
  /// Tells what bodies pairs are of.
  void watch(BodyMoves& moves) const;

  /// All pairs that may meet where bodies have moved by as much, and perhaps some more, in an order that depends on
  /// motion. Valid until the next call.
  View<Pair> wake(const BodyMoves& moves);
  /// Whether one of the far pairs could meet, too, at the last wake().
  bool far_may_meet() const { return far_may_meet_; }

 private:
  static constexpr std::size_t kSteps = 8;  ///< of a distance
  struct Entry {
    Pair pair;
    std::size_t place;  ///< block, axis and step
  };
  /// The pairs of two bodies.
  struct Block {
    std::int32_t a, b;
    std::array<std::uint8_t, 3> awake{};  ///< steps along each axis
    bool far = false;                     ///< there are far pairs
  };
  struct Partner {
    std::size_t run, block;
  };

  Block& block_of(std::int32_t a, std::int32_t b);

  std::size_t dim_ = 0;
  Real farthest_ = 0, step_ = 0;
  bool far_may_meet_ = false;
  std::size_t run_ = 0;           ///< number of the body `a` at hand
  std::vector<Partner> partner_;  ///< [bodies]
  std::vector<Entry> entries_;
  std::vector<Block> blocks_;
  std::vector<std::uint32_t> start_;  ///< [blocks * dim * kSteps + 1]
  std::vector<Pair> sorted_, awake_;
};

/// Pairs of facets that may cross now, and of vertices and elements that they may be inside of.
class NearPairs {
 public:
  /// Once in a detection. @param near  up to date, @param reach  Detection::reach
  void update(const DetectQuery& query, const Neighbourhood& near, Real reach);

  View<Pair> facets() const { return facets_; }
  View<Pair> inside() const { return inside_; }  ///< (vertex, element)
  /// Whether bodies have moved so far that inside() may lack pairs.
  bool far_inside() const { return inside_pairs_.far_may_meet(); }

 private:
  template <int D>
  void make(const DetectQuery& query, const Neighbourhood& near, Real reach);

  std::uint64_t list_ = 0;
  bool made_ = false;
  BodyMoves moves_;
  SleepingPairs facet_pairs_, inside_pairs_;
  View<Pair> facets_, inside_;
};

/// As find_at_facets() and find_vertices_inside() of neighbourhood.hpp, which look at all pairs: the events are the
/// same, those at facets perhaps in another order.
template <class Find>
void find_at_facets(const NearPairs& pairs, Index grain, std::vector<Event>& events,
                    InParts<Event>& parts, Executor& executor, const Find& find) {
  const View<Pair> all = pairs.facets();
  parts.append(static_cast<Index>(all.size()), grain, events, executor,
               [&](Range range, std::vector<Event>& found) {
                 for (Index i = range.begin; i < range.end; ++i)
                   find(all[static_cast<std::size_t>(i)].first,
                        all[static_cast<std::size_t>(i)].second, found);
               });
}
void find_vertices_inside(const DetectQuery& query, const Neighbourhood& near,
                          const NearPairs& pairs, Attention& attention, std::vector<Event>& events,
                          InParts<Event>& parts, Executor& executor);

}  // namespace tactus::crossing
