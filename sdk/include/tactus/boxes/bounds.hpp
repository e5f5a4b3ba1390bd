/// \file bounds.hpp  Bounding boxes of other boxes, and the boxes of a query as one list.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "../broad_phase.hpp"

namespace tactus::boxes {

/// The bounding box of other boxes. Initially it is empty and overlaps nothing.
template <int D>
struct Bounds {
  std::array<Real, D> lower, upper;
  Bounds() { lower.fill(kUnlimited), upper.fill(-kUnlimited); }
  Bounds(const Real* low, const Real* high) {
    std::copy_n(low, D, lower.begin());
    std::copy_n(high, D, upper.begin());
  }
  void add(const Bounds& b) {
    for (int d = 0; d < D; ++d) {
      lower[d] = std::min(lower[d], b.lower[d]);
      upper[d] = std::max(upper[d], b.upper[d]);
    }
  }
  bool overlap(const Bounds& b) const {
    bool hit = true;
    for (int d = 0; d < D; ++d) hit &= (lower[d] <= b.upper[d]) & (b.lower[d] <= upper[d]);
    return hit;
  }
  bool finite() const {
    bool yes = true;
    for (int d = 0; d < D; ++d) yes = yes && std::isfinite(lower[d]) && std::isfinite(upper[d]);
    return yes;
  }
  /// Halved first: the sum of two large coordinates may exceed the range of doubles.
  Real centre(int d) const { return lower[d] / 2 + upper[d] / 2; }
  Real half(int d) const { return upper[d] / 2 - lower[d] / 2; }
};

template <int D>
Bounds<D> bounds_of(const Boxes& boxes, Index i) {
  return {boxes.lower(i), boxes.upper(i)};
}

/// The boxes of a query as one list: those of the first set, then those of the second one.
class JoinedBoxes {
 public:
  explicit JoinedBoxes(const BoxQuery& query)
      : query_(query), firsts_(query.first->count),
        count_(firsts_ + (query.second ? query.second->count : 0)) {}
  Index count() const { return count_; }
  bool is_first(Index k) const { return k < firsts_; }
  const Real* lower(Index k) const { return set(k).lower(place(k)); }
  const Real* upper(Index k) const { return set(k).upper(place(k)); }
  std::int32_t body(Index k) const { return set(k).body[static_cast<std::size_t>(place(k))]; }
  bool overlap(Index k, Index l) const { return set(k).overlap(place(k), set(l), place(l)); }
  /// Whether two boxes of the list form a pair that is wanted, and which one.
  bool pair_of(Index k, Index l, Pair& pair) const {
    if (k > l) std::swap(k, l);
    if (query_.second && is_first(k) == is_first(l)) return false;
    pair = {k, query_.second ? place(l) : l};
    return query_.wanted(pair.first, pair.second);
  }

 private:
  const Boxes& set(Index k) const { return is_first(k) ? *query_.first : *query_.second; }
  Index place(Index k) const { return is_first(k) ? k : k - firsts_; }

  const BoxQuery& query_;
  Index firsts_, count_;
};

/// Boxes without end have no place in cells or trees: each is compared with every box of the other
/// set (in one set: with every box).
class EndlessBoxes {
 public:
  template <int D>
  void collect(const BoxQuery& query) {
    for (auto& list : list_) list.clear();
    for (int set = 0; set < (query.second ? 2 : 1); ++set) {
      const Boxes& boxes = set ? *query.second : *query.first;
      for (Index i = 0; i < boxes.count; ++i)
        if (!bounds_of<D>(boxes, i).finite()) list_[set].push_back(i);
    }
  }
  View<Index> of(int set) const { return list_[set]; }
  bool has(int set, Index i) const {
    return std::binary_search(list_[set].begin(), list_[set].end(), i);
  }

  /// Appends their pairs. @returns the number of boxes compared
  Index search(const BoxQuery& query, std::vector<Pair>& pairs) const {
    const Boxes &a = *query.first, &b = query.second ? *query.second : a;
    const auto add = [&](Index i, Index j) {
      if (a.overlap(i, b, j) && query.wanted(i, j)) pairs.push_back({i, j});
    };
    for (const Index i : list_[0])
      for (Index j = 0; j < b.count; ++j) {
        if (query.second || j > i) add(i, j);
        if (!query.second && j < i && !has(0, j)) add(j, i);
      }
    for (const Index j : list_[1])
      for (Index i = 0; i < a.count; ++i)
        if (!has(0, i)) add(i, j);
    return static_cast<Index>(list_[0].size()) * b.count +
           static_cast<Index>(list_[1].size()) * a.count;
  }

 private:
  std::array<std::vector<Index>, 2> list_;
};

/// One range of boxes for each body, in the order in which bodies come.
struct BodyRange {
  std::int32_t body;
  Index begin, end;
};
inline void body_ranges(const Boxes& boxes, std::vector<BodyRange>& ranges) {
  ranges.clear();
  for (Index i = 0; i < boxes.count; ++i) {
    const std::int32_t body = boxes.body[static_cast<std::size_t>(i)];
    if (ranges.empty() || ranges.back().body != body) ranges.push_back({body, i, i});
    ranges.back().end = i + 1;
  }
}

}  // namespace tactus::boxes
