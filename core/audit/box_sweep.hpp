/// \file box_sweep.hpp  Finds pairs of overlapping boxes by sweep and prune, and keeps the sorted
/// order from one state to the next.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/audit/box_tree.hpp"

namespace tactus::core {

/// Sweeps along the first axis. Boxes move little from one state to the next, so the order of the
/// last call is repaired by an insertion sort; only the first call sorts from scratch.
template <int D>
class BoxSweep {
 public:
  /// Calls `found(i, j)`, i < j, for each pair of boxes that overlap. The sequence of the calls
  /// depends on where the boxes are, so the result must not depend on it.
  template <class Found>
  void pairs(const std::vector<Box<D>>& boxes, Found&& found) {
    sort(boxes);
    for (std::size_t a = 0; a < order_.size(); ++a) {
      const Index i = order_[a];
      for (std::size_t b = a + 1; b < order_.size(); ++b) {
        const Index j = order_[b];
        if (boxes[j].lo[0] >= boxes[i].hi[0]) break;
        if (boxes[i].overlaps(boxes[j])) found(std::min(i, j), std::max(i, j));
      }
    }
  }

 private:
  void sort(const std::vector<Box<D>>& boxes) {
    const auto before = [&](Index i, Index j) { return boxes[i].lo[0] < boxes[j].lo[0]; };
    if (order_.size() != boxes.size()) {
      order_.resize(boxes.size());
      std::iota(order_.begin(), order_.end(), 0);
      std::stable_sort(order_.begin(), order_.end(), before);
    }
    for (std::size_t a = 1; a < order_.size(); ++a) {
      const Index i = order_[a];
      std::size_t b = a;
      for (; b > 0 && before(i, order_[b - 1]); --b) order_[b] = order_[b - 1];
      order_[b] = i;
    }
  }

  std::vector<Index> order_;
};

}  // namespace tactus::core
