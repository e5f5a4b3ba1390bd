/// \file box_sweep.hpp  Pairs of boxes that overlap, by a sorted sweep that remembers its order.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/audit/box_tree.hpp"

namespace tactus::core {

/// Sweeps along the first axis. Boxes move little from state to state, so the order of the last
/// call is sorted again by insertion; at the first call it is sorted at large.
template <int D>
class BoxSweep {
 public:
  /// Calls `found(i, j)`, i < j, for the boxes that overlap, in an order that depends on the boxes:
  /// what is made of the pairs must not depend on it.
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
