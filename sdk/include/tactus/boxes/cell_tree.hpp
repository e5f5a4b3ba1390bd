/// \file cell_tree.hpp  A quadtree (in space: an octree) over boxes, with range queries.
#pragma once

#include <utility>

#include "bounds.hpp"

namespace tactus::boxes {

/// A box in the order of the tree.
template <int D>
struct TreeBox {
  Bounds<D> bounds;
  Index index;  ///< number of the box in its set
  std::int32_t body;
  std::uint8_t child;  ///< the child it goes to, while its node is being divided
};

struct Limits {
  Index leaf = 8;    ///< nodes with at most this many boxes are not divided
  Index depth = 48;  ///< largest depth of the tree
};

/// Nodes in depth-first order. A node keeps some boxes itself and passes the rest on to its
/// children.
///
/// Children are the parts on both sides of the middle of the bounding box of all centres, along
/// each axis whose extent is at least half of the largest one. Therefore cells remain nearly square
/// and follow clusters. A box that is longer than half of the node along each of these axes stays
/// in the node, because it would widen the bounds of a child to those of the node.
template <int D>
class CellTree {
 public:
  void build(const Boxes& boxes, Limits limits) {
    limits_ = limits;
    nodes_.clear();
    boxes_.clear();
    add_boxes(boxes, false);  // infinite boxes have no centre and are kept in the root
    const auto endless = static_cast<Index>(boxes_.size());
    add_boxes(boxes, true);
    buffer_.resize(boxes_.size());
    if (!boxes_.empty()) add_node(0, endless, boxes.count, 0);
  }

  View<TreeBox<D>> boxes() const { return boxes_; }

  /// Calls f(box) for the boxes from position `first` on that overlap `range`, except those in
  /// parts of the tree that only hold boxes of the body `skip`.
  /// @returns the number of boxes that were compared with the range
  template <class F>
  Index query(const Bounds<D>& range, Index first, std::int32_t skip, F&& f) const {
    Index tests = 0;
    for (std::size_t n = 0; n < nodes_.size();) {
      const Node& node = nodes_[n];
      // Nodes are stored in depth-first order. Skipping a subtree is therefore a jump to the next
      // node, and a query needs neither recursion nor a stack. Boxes before `first` are skipped,
      // so that each pair is found once.
      if (node.end <= first || node.body == skip || !node.bounds.overlap(range)) {
        n = node.next;
        continue;
      }
      const Index begin = std::max(first, node.begin);
      for (Index i = begin; i < node.own_end; ++i)
        if (boxes_[i].bounds.overlap(range)) f(boxes_[i]);
      tests += std::max<Index>(0, node.own_end - begin);
      ++n;
    }
    return tests;
  }

 private:
  static constexpr std::int32_t kSeveral = -2;  ///< not a valid body number
  static constexpr int kChildren = 1 << D, kStays = 0;

  struct Node {
    Bounds<D> bounds;      ///< of all boxes in the node and below it
    Index begin, own_end;  ///< the node's own boxes
    Index end;             ///< end of its own boxes and those below
    std::size_t next;      ///< the node after all nodes below this one
    std::int32_t body;     ///< body of all boxes, or kSeveral
  };

  /// How a node is divided. Half lengths are stored, because a length may exceed the range of
  /// doubles.
  struct Division {
    std::array<Real, D> middle, half_length;
    std::array<bool, D> divided{};
    bool any = false;
  };

  void add_boxes(const Boxes& boxes, bool with_end) {
    for (Index i = 0; i < boxes.count; ++i) {
      const Bounds<D> bounds(boxes.lower(i), boxes.upper(i));
      if (bounds.finite() == with_end) boxes_.push_back({bounds, i, boxes.body[i], 0});
    }
  }
  /// Makes the node for the boxes [begin, end), of which those before `free` stay in the node
  /// itself.
  std::size_t add_node(Index begin, Index free, Index end, Index depth) {
    const std::size_t n = nodes_.size();
    nodes_.push_back({});
    // Starts of the node's own boxes and of those of each child
    std::array<Index, kChildren + 2> start;
    start.fill(end);
    if (end - free > limits_.leaf && depth < limits_.depth) divide(free, end, start);
    Node node{{}, begin, start[1], end, 0, boxes_[begin].body};
    for (Index i = begin; i < node.own_end; ++i) include(node, boxes_[i].bounds, boxes_[i].body);
    for (int c = 1; c <= kChildren; ++c) {
      if (start[c] == start[c + 1]) continue;
      const Node& child = nodes_[add_node(start[c], start[c], start[c + 1], depth + 1)];
      include(node, child.bounds, child.body);
    }
    node.next = nodes_.size();
    nodes_[n] = node;
    return n;
  }

  static void include(Node& node, const Bounds<D>& bounds, std::int32_t body) {
    node.bounds.add(bounds);
    if (node.body != body) node.body = kSeveral;
  }

  /// Sorts boxes into the node itself and its children, in a stable way. `start`: the starts of the
  /// groups.
  void divide(Index begin, Index end, std::array<Index, kChildren + 2>& start) {
    const Division division = division_of(begin, end);
    if (!division.any) return;
    std::array<Index, kChildren + 1> place{};
    for (Index i = begin; i < end; ++i) ++place[boxes_[i].child = child_of(boxes_[i], division)];
    Index at = begin;
    for (int c = 0; c <= kChildren; ++c) {
      start[c] = at;
      at += std::exchange(place[c], at);
    }
    for (Index i = begin; i < end; ++i) buffer_[place[boxes_[i].child]++] = boxes_[i];
    std::copy(buffer_.begin() + begin, buffer_.begin() + end, boxes_.begin() + begin);
  }

  Division division_of(Index begin, Index end) const {
    std::array<Real, D> low, high;
    low.fill(kUnlimited), high.fill(-kUnlimited);
    for (Index i = begin; i < end; ++i)
      for (int d = 0; d < D; ++d) {
        low[d] = std::min(low[d], boxes_[i].bounds.centre(d));
        high[d] = std::max(high[d], boxes_[i].bounds.centre(d));
      }
    Division out;
    Real longest = 0;
    for (int d = 0; d < D; ++d) {
      out.half_length[d] = high[d] / 2 - low[d] / 2;
      out.middle[d] = low[d] + out.half_length[d];
      // For adjacent floating-point numbers
      if (!(out.middle[d] < high[d])) out.middle[d] = low[d];
      longest = std::max(longest, out.half_length[d]);
    }
    for (int d = 0; d < D; ++d)
      out.any |= out.divided[d] = longest > 0 && out.half_length[d] >= longest / 2;
    return out;
  }

  static std::uint8_t child_of(const TreeBox<D>& box, const Division& division) {
    bool large = true;
    int side = 0;
    for (int d = 0; d < D; ++d) {
      if (!division.divided[d]) continue;
      large &= box.bounds.half(d) > division.half_length[d] / 2;
      side |= (box.bounds.centre(d) > division.middle[d]) << d;
    }
    return static_cast<std::uint8_t>(large ? kStays : 1 + side);
  }

  Limits limits_;
  std::vector<Node> nodes_;
  std::vector<TreeBox<D>> boxes_, buffer_;
};

}  // namespace tactus::boxes
