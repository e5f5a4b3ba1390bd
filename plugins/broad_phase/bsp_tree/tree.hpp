/// \file tree.hpp  The binary tree of sections 3 and 4 of Petocz and Armero (1998): particles in cells
/// that are halved along each axis in turn.
#pragma once

#include <limits>
#include <tactus/boxes/bounds.hpp>
#include <vector>

namespace bsp_tree {
using namespace tactus;
using boxes::Bounds;

/// What traversals have done.
struct Work {
  Index visits = 0;       ///< cells compared with buffer zones
  Index comparisons = 0;  ///< particles compared with them
};

/// A cell has at most one particle and no children, or up to two children. A child is only made where
/// there is a particle (their Remark 3.2). Particles in one place, and those that are in one cell at
/// the largest depth, form a bucket: without it their insertion would never end.
template <int D>
class Tree {
 public:
  static constexpr std::int32_t kNone = -1;
  struct Node {
    Bounds<D> cell;
    std::array<Real, D> widest{};  ///< m, largest half extents of the boxes of its particles
    std::array<std::int32_t, 2> child{kNone, kNone};  ///< in the lower and in the upper half
    std::int32_t particle = kNone;                    ///< the first one of the bucket
    std::int32_t depth = 0;
    bool leaf() const { return child[0] == kNone && child[1] == kNone; }
  };
  using Point = std::array<Real, D>;

  /// An empty tree over the working space.
  void start(const Bounds<D>& space, Index largest_depth) {
    largest_depth_ = largest_depth;
    nodes_.clear();
    points_.clear();
    half_.clear();
    next_.clear();
    nodes_.push_back({.cell = space});
  }

  /// BinInsert of section 3.2.1; the particle gets the next number.
  /// @param half_extents  m, of the box about the particle
  void insert(const Point& point, const std::array<Real, D>& half_extents = {}) {
    const auto particle = static_cast<std::int32_t>(points_.size());
    points_.push_back(point);
    half_.push_back(half_extents);
    next_.push_back(kNone);
    std::int32_t n = 0;
    widen(n, half_extents);
    if (node(n).leaf() && node(n).particle == kNone) {
      nodes_[0].particle = particle;
      return;
    }
    while (true) {
      if (const std::int32_t first = node(n).particle; first != kNone) {
        const Point there = points_[static_cast<std::size_t>(first)];
        if (there == point || node(n).depth >= largest_depth_) return put_into_bucket(n, particle);
        nodes_[static_cast<std::size_t>(n)].particle = kNone;
        add_child(n, side(n, there), first);
      }
      const std::size_t half = side(n, point);
      if (node(n).child[half] == kNone) return add_child(n, half, particle);
      n = node(n).child[half];
      widen(n, half_extents);
    }
  }

  View<Node> nodes() const { return nodes_; }
  /// The next particle of the same bucket.
  std::int32_t next(std::int32_t particle) const {
    return next_[static_cast<std::size_t>(particle)];
  }
  const Point& point(std::int32_t particle) const {
    return points_[static_cast<std::size_t>(particle)];
  }
  Index depth() const {
    Index most = 0;
    for (const Node& n : nodes_) most = std::max<Index>(most, n.depth);
    return most;
  }

  /// The preorder scheme of section 4.1.1: visits cells and leaves those out, with all below, that do
  /// not meet the buffer zone: the box that is given, and about it the largest half extents in the cell.
  /// Calls f(particle) for each particle of a leaf that is in the zone of its own half extents.
  template <class F>
  void traverse(const Bounds<D>& box, Work& work, F&& f) {
    stack_.assign(1, 0);
    while (!stack_.empty()) {
      const Node& n = node(stack_.back());
      stack_.pop_back();
      ++work.visits;
      if (!meets(box, n.cell.lower, n.cell.upper, n.widest)) continue;
      for (std::int32_t p = n.particle; p != kNone; p = next(p)) {
        ++work.comparisons;
        const Point& x = point(p);
        if (meets(box, x, x, half_[static_cast<std::size_t>(p)])) f(p);
      }
      for (const std::size_t half : {1, 0})
        if (n.child[half] != kNone) stack_.push_back(n.child[half]);
    }
  }

 private:
  const Node& node(std::int32_t n) const { return nodes_[static_cast<std::size_t>(n)]; }

  std::size_t side(std::int32_t n, const Point& point) const {
    const auto d = static_cast<std::size_t>(node(n).depth % D);
    return point[d] > node(n).cell.centre(static_cast<int>(d)) ? 1 : 0;
  }

  /// Whether a box comes as near to a range as `by`; in doubt by rounding it does.
  static bool meets(const Bounds<D>& box, const Point& lower, const Point& upper,
                    const std::array<Real, D>& by) {
    constexpr Real rounding = 4 * std::numeric_limits<Real>::epsilon();
    bool meet = true;
    for (std::size_t d = 0; d < D; ++d) {
      const Real below = by[d] + rounding * (by[d] + std::abs(box.lower[d])),
                 above = by[d] + rounding * (by[d] + std::abs(box.upper[d]));
      meet &= (box.lower[d] - below <= upper[d]) & (lower[d] <= box.upper[d] + above);
    }
    return meet;
  }

  void widen(std::int32_t n, const std::array<Real, D>& half) {
    std::array<Real, D>& widest = nodes_[static_cast<std::size_t>(n)].widest;
    for (std::size_t d = 0; d < D; ++d) widest[d] = std::max(widest[d], half[d]);
  }

  void add_child(std::int32_t n, std::size_t half, std::int32_t particle) {
    Node child{.cell = node(n).cell,
               .widest = half_[static_cast<std::size_t>(particle)],
               .particle = particle,
               .depth = node(n).depth + 1};
    const auto d = static_cast<std::size_t>(node(n).depth % D);
    (half ? child.cell.lower : child.cell.upper)[d] = node(n).cell.centre(static_cast<int>(d));
    nodes_[static_cast<std::size_t>(n)].child[half] = static_cast<std::int32_t>(nodes_.size());
    nodes_.push_back(child);
  }

  void put_into_bucket(std::int32_t n, std::int32_t particle) {
    std::int32_t& first = nodes_[static_cast<std::size_t>(n)].particle;
    next_[static_cast<std::size_t>(particle)] = first;
    first = particle;
  }

  Index largest_depth_ = 0;
  std::vector<Node> nodes_;
  std::vector<Point> points_;
  std::vector<std::array<Real, D>> half_;  ///< m, half extents of the boxes about the particles
  std::vector<std::int32_t> next_, stack_;
};

}  // namespace bsp_tree
