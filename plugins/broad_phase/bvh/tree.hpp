/// \file tree.hpp  A binary tree of bounding boxes over boxes in Morton order.
#pragma once

#include <algorithm>
#include <bit>
#include <tactus/boxes/bounds.hpp>
#include <utility>
#include <vector>

namespace bvh {
using namespace tactus;
using boxes::Bounds, boxes::bounds_of;

/// A box in the order of the tree.
template <int D>
struct TreeBox {
  Bounds<D> bounds;
  Index index;
  std::int32_t body;
};

/// The boxes are sorted along the Morton curve of their centres, and halved again and again: the
/// shape of the tree depends on their number alone, so that coincident boxes make it no deeper.
/// Nodes are stored in depth-first order: a query is one forward walk through an array.
template <int D>
class Tree {
 public:
  struct Node {
    Bounds<D> bounds;
    Index begin, end;   ///< boxes below it
    std::int32_t next;  ///< the node after all nodes below this one
    std::int32_t body;  ///< of all boxes below it, or kSeveral
    bool leaf() const { return end - begin <= kLeaf; }
  };
  static constexpr Index kLeaf = 4;
  static constexpr std::int32_t kSeveral = -2;

  View<TreeBox<D>> boxes() const { return boxes_; }
  View<Node> nodes() const { return nodes_; }

  /// Sorts all boxes but those named in `endless`, and makes the tree.
  void build(const Boxes& boxes, View<Index> endless) {
    endless_.assign(endless.begin(), endless.end());
    order(boxes);
    boxes_.resize(keys_.size());
    for (std::size_t k = 0; k < keys_.size(); ++k) boxes_[k].index = keys_[k].index;
    nodes_.clear();
    if (!boxes_.empty()) add_node(0, static_cast<Index>(boxes_.size()));
    fit(boxes);
  }

  /// Places the bounds round the boxes where they are now, in the order that they had. False: other
  /// boxes are without end than at that time, so that the tree cannot be kept.
  bool refit(const Boxes& boxes, View<Index> endless) {
    if (!std::equal(endless.begin(), endless.end(), endless_.begin(), endless_.end())) return false;
    fit(boxes);
    return true;
  }

  /// Calls f(leaf) for the leaves that meet `range` and have boxes from position `first` on, but for
  /// those in parts that only hold boxes of the body `skip`. @returns the number of nodes visited
  template <class F>
  Index query(const Bounds<D>& range, Index first, std::int32_t skip, F&& f) const {
    Index visits = 0;
    const auto size = static_cast<std::int32_t>(nodes_.size());
    for (std::int32_t n = 0; n < size; ++visits) {
      const Node& node = nodes_[static_cast<std::size_t>(n)];
      if (node.end <= first || node.body == skip || !node.bounds.overlap(range)) {
        n = node.next;
        continue;
      }
      if (node.leaf()) f(node);
      ++n;
    }
    return visits;
  }

 private:
  struct Key {
    std::uint64_t code;
    Index index;
  };

  /// 63 bits or 64: the cell of a centre in a grid over all centres, its coordinates interleaved.
  void order(const Boxes& boxes) {
    Bounds<D> centres;
    keys_.clear();
    std::size_t without = 0;
    for (Index i = 0; i < boxes.count; ++i) {
      if (without < endless_.size() && endless_[without] == i) {
        ++without;
        continue;
      }
      keys_.push_back({0, i});
      const Bounds<D> b = bounds_of<D>(boxes, i);
      for (int d = 0; d < D; ++d) {
        centres.lower[d] = std::min(centres.lower[d], b.centre(d));
        centres.upper[d] = std::max(centres.upper[d], b.centre(d));
      }
    }
    constexpr int bits = D == 2 ? 32 : 21;
    std::array<Real, D> scale{};
    for (int d = 0; d < D; ++d) scale[d] = std::ldexp(1., bits) / centres.half(d);
    for (Key& key : keys_) {
      const Bounds<D> b = bounds_of<D>(boxes, key.index);
      for (int d = 0; d < D; ++d) {
        const Real at =
            (b.centre(d) / 2 - centres.lower[d] / 2) * scale[d];  // not finite: one place
        const auto cell = at > 0 && at < 1e10 ? static_cast<std::uint64_t>(at) : std::uint64_t{0};
        key.code |= spread(std::min(cell, (std::uint64_t{1} << bits) - 1)) << d;
      }
    }
    sort_keys();
  }

  /// Puts D - 1 zeros between the bits of a number.
  static std::uint64_t spread(std::uint64_t x) {
    if constexpr (D == 2) {
      x = (x | x << 16) & 0x0000ffff0000ffff;
      x = (x | x << 8) & 0x00ff00ff00ff00ff;
      x = (x | x << 4) & 0x0f0f0f0f0f0f0f0f;
      x = (x | x << 2) & 0x3333333333333333;
      return (x | x << 1) & 0x5555555555555555;
    } else {
      x = (x | x << 32) & 0x001f00000000ffff;
      x = (x | x << 16) & 0x001f0000ff0000ff;
      x = (x | x << 8) & 0x100f00f00f00f00f;
      x = (x | x << 4) & 0x10c30c30c30c30c3;
      return (x | x << 2) & 0x1249249249249249;
    }
  }

  /// By radix, eleven bits at a time; boxes with the same code stay in their order.
  void sort_keys() {
    constexpr int digit = 11;
    buffer_.resize(keys_.size());
    for (int shift = 0; shift < 64; shift += digit) {
      std::array<std::size_t, (1 << digit) + 1> start{};
      const auto at = [&](const Key& k) { return k.code >> shift & ((1 << digit) - 1); };
      for (const Key& key : keys_) ++start[at(key) + 1];
      if (std::find(start.begin(), start.end(), keys_.size()) != start.end()) continue;
      for (std::size_t k = 1; k < start.size(); ++k) start[k] += start[k - 1];
      for (const Key& key : keys_) buffer_[start[at(key)]++] = key;
      keys_.swap(buffer_);
    }
  }

  void add_node(Index begin, Index end) {
    const std::size_t n = nodes_.size();
    nodes_.push_back({{}, begin, end, 0, kSeveral});
    if (!nodes_[n].leaf()) {
      // The left part is a power of two times the leaf's size, so that leaves are full.
      const auto leaves = static_cast<std::uint64_t>((end - begin + kLeaf - 1) / kLeaf);
      const Index middle = begin + kLeaf * static_cast<Index>(std::bit_ceil(leaves) / 2);
      add_node(begin, middle);
      add_node(middle, end);
    }
    nodes_[n].next = static_cast<std::int32_t>(nodes_.size());
  }

  void fit(const Boxes& boxes) {
    for (TreeBox<D>& b : boxes_) {
      b.bounds = bounds_of<D>(boxes, b.index);
      b.body = boxes.body[static_cast<std::size_t>(b.index)];
    }
    for (std::size_t n = nodes_.size(); n-- > 0;) {
      Node& node = nodes_[n];
      node.bounds = {};
      if (node.leaf()) {
        node.body = boxes_[static_cast<std::size_t>(node.begin)].body;
        for (Index k = node.begin; k < node.end; ++k) {
          const TreeBox<D>& b = boxes_[static_cast<std::size_t>(k)];
          node.bounds.add(b.bounds);
          if (b.body != node.body) node.body = kSeveral;
        }
      } else {
        const Node &left = nodes_[n + 1], &right = nodes_[static_cast<std::size_t>(left.next)];
        node.bounds = left.bounds;
        node.bounds.add(right.bounds);
        node.body = left.body == right.body ? left.body : kSeveral;
      }
    }
  }

  std::vector<Key> keys_, buffer_;
  std::vector<TreeBox<D>> boxes_;
  std::vector<Node> nodes_;
  std::vector<Index> endless_;
};

}  // namespace bvh
