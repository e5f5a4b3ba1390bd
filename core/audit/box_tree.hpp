/// \file box_tree.hpp  A hierarchy of boxes over facets in a fixed order, refitted when points move.
///
/// Facets that follow one another in this order are neighbours along the boundary, and remain so
/// while a body deforms. Therefore the tree is built once, from the positions in the order alone. A
/// new state only costs one pass over the facets that refits the boxes, and no sorting.
///
/// In the plane the facets of a node often form a chain that is monotone along x or y. Such a chain
/// cannot cross itself, however its points are rounded, so that the search within it ends there.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "tactus/types.hpp"

namespace tactus::core {

template <int D>
struct Box {
  std::array<Real, D> lo, hi;

  static Box empty() {
    Box box;
    box.lo.fill(kUnlimited), box.hi.fill(-kUnlimited);
    return box;
  }
  void include(const Real* x) {
    for (int k = 0; k < D; ++k) lo[k] = std::min(lo[k], x[k]), hi[k] = std::max(hi[k], x[k]);
  }
  void include(const Box& b) {
    for (int k = 0; k < D; ++k) lo[k] = std::min(lo[k], b.lo[k]), hi[k] = std::max(hi[k], b.hi[k]);
  }
  Real shortest_side() const {
    Real shortest = kUnlimited;
    for (int k = 0; k < D; ++k) shortest = std::min(shortest, hi[k] - lo[k]);
    return shortest;
  }
  /// Along no axis the boxes are farther apart than `reach`; with 0 they have a point in common, which may be on
  /// their boundaries. Without branches, which processors foretell badly here.
  bool touches(const Box& b, Real reach = 0) const {
    unsigned apart = 0;
    for (int k = 0; k < D; ++k)
      apart |= static_cast<unsigned>(b.hi[k] + reach < lo[k]) |
               static_cast<unsigned>(hi[k] + reach < b.lo[k]);
    return apart == 0;
  }
  /// The boxes have an interior point in common.
  bool overlaps(const Box& b) const {
    for (int k = 0; k < D; ++k)
      if (b.hi[k] <= lo[k] || hi[k] <= b.lo[k]) return false;
    return true;
  }
  bool contains_inside(const Real* x) const {
    for (int k = 0; k < D; ++k)
      if (x[k] <= lo[k] || hi[k] <= x[k]) return false;
    return true;
  }
};

/// Box of the D vertices of facet `f`.
template <int D>
Box<D> facet_box(View<Real> points, View<Index> facets, Index f) {
  const Real* first = points.data() + facets[f * D] * D;
  Box<D> box;
  for (int d = 0; d < D; ++d) box.lo[d] = box.hi[d] = first[d];
  for (int k = 1; k < D; ++k) box.include(points.data() + facets[f * D + k] * D);
  return box;
}

/// Tree over the facets from `begin` up to, and without, `end`.
template <int D>
class BoxTree {
 public:
  static constexpr Index kLeaf = 4;  ///< facets in a leaf

  explicit BoxTree(Range facets) : facets_(facets) {
    Index nodes = 0;
    for (Index count = (facets.size() + kLeaf - 1) / kLeaf;; count = (count + 1) / 2) {
      level_start_.push_back(nodes);
      level_size_.push_back(count);
      nodes += count;
      if (count <= 1) break;
    }
    boxes_.resize(nodes, Box<D>::empty());
    facet_boxes_.resize(static_cast<std::size_t>(facets.size()));
    ways_.resize(nodes, 0);
  }

  void refit(View<Real> points, View<Index> facets) {
    for (Index i = 0; i < level_size_[0]; ++i) {
      boxes_[i] = Box<D>::empty();
      const Range leaf = leaf_facets(i);
      for (Index f = leaf.begin; f < leaf.end; ++f) {
        Box<D>& box = facet_boxes_[static_cast<std::size_t>(f - facets_.begin)];
        box = core::facet_box<D>(points, facets, f);
        boxes_[i].include(box);
      }
      if constexpr (D == 2) ways_[i] = ways_of(points, facets, leaf);
    }
    for (std::size_t level = 1; level < level_size_.size(); ++level) {
      for (Index i = 0; i < level_size_[level]; ++i) {
        Box<D>& box = at(level, i) = at(level - 1, 2 * i);
        if (2 * i + 1 < level_size_[level - 1]) box.include(at(level - 1, 2 * i + 1));
        if constexpr (D == 2) ways(level, i) = joined_ways(facets, level, i);
      }
    }
  }

  const Box<D>& facet_box(Index f) const {
    return facet_boxes_[static_cast<std::size_t>(f - facets_.begin)];
  }
  /// Box of all facets.
  const Box<D>& box() const { return at(top()); }

  /// Calls `visit(f)` for the facets of every leaf whose box, and all boxes above it, satisfy `wanted`.
  template <class Wanted, class Visit>
  void visit(Wanted&& wanted, Visit&& visit_facet) const {
    visit_from(top(), wanted, visit_facet);
  }

  /// Calls `test(f, g)` for facets f of this tree and g of the other tree whose boxes touch.
  template <class Test>
  void pairs(const BoxTree& other, Test&& test) const {
    cross(top(), other, other.top(), test, 0);
  }

  /// Calls `test(f, g)` for pairs f < g of facets of this tree whose boxes are at most `reach` apart, except for
  /// pairs that lie on one monotone chain and therefore cannot cross.
  template <class Test>
  void self_pairs(Test&& test, Real reach = 0) const {
    self(top(), test, reach);
  }

 private:
  static constexpr unsigned kEveryWay = 15;
  struct Node {
    std::size_t level;
    Index i;
  };

  Node top() const { return {level_size_.size() - 1, 0}; }
  Box<D>& at(std::size_t level, Index i) { return boxes_[level_start_[level] + i]; }
  const Box<D>& at(Node n) const { return boxes_[level_start_[n.level] + n.i]; }
  Range leaf_facets(Index i) const {
    const Index begin = facets_.begin + i * kLeaf;
    return {begin, std::min(begin + kLeaf, facets_.end)};
  }
  /// Calls `f(child)` for the one or two children of a node.
  template <class F>
  void children(Node n, F&& f) const {
    f(Node{n.level - 1, 2 * n.i});
    if (2 * n.i + 1 < level_size_[n.level - 1]) f(Node{n.level - 1, 2 * n.i + 1});
  }

  template <class Wanted, class Visit>
  void visit_from(Node n, Wanted& wanted, Visit& visit_facet) const {
    if (!wanted(at(n))) return;
    if (n.level > 0) return children(n, [&](Node c) { visit_from(c, wanted, visit_facet); });
    const Range leaf = leaf_facets(n.i);
    for (Index f = leaf.begin; f < leaf.end; ++f) visit_facet(f);
  }

  template <class Test>
  void cross(Node n, const BoxTree& other, Node m, Test& test, Real reach) const {
    if (!at(n).touches(other.at(m), reach)) return;
    if (n.level == 0 && m.level == 0)
      cross_leaves(n, other, m, test, reach);
    else if (n.level >= m.level)
      children(n, [&](Node c) { cross(c, other, m, test, reach); });
    else
      other.children(m, [&](Node c) { cross(n, other, c, test, reach); });
  }

  /// Of the facets of two leaves those that reach the other leaf.
  template <class Test>
  void cross_leaves(Node n, const BoxTree& other, Node m, Test& test, Real reach) const {
    const Range mine = leaf_facets(n.i), theirs = other.leaf_facets(m.i);
    std::array<Index, kLeaf> near{};
    std::size_t count = 0;
    for (Index g = theirs.begin; g < theirs.end; ++g) {
      near[count] = g;
      count += static_cast<std::size_t>(at(n).touches(other.facet_box(g), reach));
    }
    for (Index f = mine.begin; f < mine.end && count > 0; ++f) {
      const Box<D>& box = facet_box(f);
      if (!other.at(m).touches(box, reach)) continue;
      for (std::size_t k = 0; k < count; ++k)
        if (box.touches(other.facet_box(near[k]), reach)) test(f, near[k]);
    }
  }

  /// The directions in which all facets of a leaf advance, as bits: +x, -x, +y, -y. A chain with
  /// such a direction is monotone. 0 if the facets of the leaf do not form a chain.
  static unsigned ways_of(View<Real> points, View<Index> facets, Range leaf) {
    unsigned ways = kEveryWay;
    for (Index f = leaf.begin; f < leaf.end; ++f) {
      const Real* from = points.data() + facets[2 * f] * 2;
      const Real* to = points.data() + facets[2 * f + 1] * 2;
      ways &= static_cast<unsigned>(from[0] < to[0]) |
              static_cast<unsigned>(to[0] < from[0]) << 1U |
              static_cast<unsigned>(from[1] < to[1]) << 2U |
              static_cast<unsigned>(to[1] < from[1]) << 3U;
      if (f > leaf.begin && facets[2 * f - 1] != facets[2 * f]) return 0;
    }
    return ways;
  }

  /// The same for a node above the leaves: the directions that its children share, if the second
  /// child continues the chain of the first.
  std::uint8_t joined_ways(View<Index> facets, std::size_t level, Index i) {
    if (2 * i + 1 >= level_size_[level - 1]) return ways(level - 1, 2 * i);
    const Index next = facets_.begin + ((2 * i + 1) << (level - 1)) * kLeaf;
    if (facets[2 * next - 1] != facets[2 * next]) return 0;
    return ways(level - 1, 2 * i) & ways(level - 1, 2 * i + 1);
  }
  std::uint8_t& ways(std::size_t level, Index i) { return ways_[level_start_[level] + i]; }

  template <class Test>
  void self(Node n, Test& test, Real reach) const {
    if (ways_[level_start_[n.level] + n.i] != 0) return;
    if (n.level == 0) {
      const Range leaf = leaf_facets(n.i);
      for (Index f = leaf.begin; f < leaf.end; ++f)
        for (Index g = f + 1; g < leaf.end; ++g)
          if (facet_box(f).touches(facet_box(g), reach)) test(f, g);
      return;
    }
    children(n, [&](Node c) { self(c, test, reach); });
    const Index right = 2 * n.i + 1;
    if (right < level_size_[n.level - 1])
      cross({n.level - 1, right - 1}, *this, {n.level - 1, right}, test, reach);
  }

  Range facets_;
  std::vector<Index> level_start_, level_size_;
  std::vector<Box<D>> boxes_, facet_boxes_;
  std::vector<std::uint8_t>
      ways_;  ///< [nodes] directions in which all facets advance; 0: none, or no chain
};

}  // namespace tactus::core
