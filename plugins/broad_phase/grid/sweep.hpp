/// \file sweep.hpp  Boxes sorted by cells, and the sweep over pairs of neighbouring cells.
#pragma once

#include <array>
#include <cstring>
#include <tactus/broad_phase.hpp>
#include <vector>

#include "cells.hpp"
#include "pair_order.hpp"

namespace grid {

/// A box in the form the sweep reads; in space it fills one cache line.
template <int D>
struct alignas(D == 3 ? 64 : 16) CellBox {
  /// Lower ends, then upper ends with reversed sign. Compared with the bounds of another box in the
  /// opposite order, all 2 D conditions of an overlap then read "the first number is not larger
  /// than the second".
  Real bound[2 * D];
  std::uint32_t index;
  std::int32_t body;
  std::uint8_t self;     ///< 1: pairs within its body are wanted
  std::uint8_t movable;  ///< 1: pairs with bodies that do not move are wanted
};

/// Tests one box against many without branches, because most outcomes are unpredictable.
template <int D>
class Probe {
 public:
  explicit Probe(const CellBox<D>& a) : box_(a) {
    for (int k = 0; k < D; ++k) {
      const Real upper = -a.bound[D + k], lower = a.bound[k];
      std::memcpy(reinterpret_cast<char*>(limit_) + sizeof(Real) * k, &upper, sizeof upper);
      const Real minus = -lower;
      std::memcpy(reinterpret_cast<char*>(limit_) + sizeof(Real) * (D + k), &minus, sizeof minus);
    }
  }

  /// 1 if the boxes overlap and the bodies may form a pair, else 0.
  std::size_t hits(const CellBox<D>& b) const {
    Two bound[D];
    std::memcpy(bound, b.bound, sizeof bound);
    auto fits = bound[0] <= limit_[0];
    for (int k = 1; k < D; ++k) fits &= bound[k] <= limit_[k];
    const unsigned same = box_.body == b.body;
    const unsigned wanted = (same & box_.self) | ((same ^ 1) & (box_.movable | b.movable));
    return wanted & static_cast<std::size_t>(fits[0] & fits[1]);
  }
  const CellBox<D>& box() const { return box_; }

 private:
  using Two __attribute__((vector_size(16))) = Real;
  const CellBox<D>& box_;
  Two limit_[D];
};

/// Boxes sorted by the cell of their lower corner. Cells are numbered along x first, with an empty
/// cell at both ends of each row, so that k - 1 and k + 1 are the neighbours of cell k along x
/// everywhere.
template <int D>
struct CellList {
  std::vector<CellBox<D>> boxes;
  std::vector<std::uint64_t> key;  ///< of each box, followed by one above all keys

  static constexpr std::uint64_t kAbove = ~std::uint64_t{0};

  std::size_t size() const { return boxes.size(); }
};

/// The order of a query and its target in a pair.
enum class Order : std::uint8_t { query_first, target_first, lower_first };

/// Adds the pairs of a box with boxes of a list, from `begin` on up to the last one whose key does
/// not exceed `last`. Returns the number of tests.
template <int D, Order order>
std::size_t probe(const Probe<D>& query, const CellList<D>& list, std::size_t begin,
                  std::uint64_t last, PairOrder& out) {
  constexpr std::size_t kBlock = 64;
  const std::uint32_t i = query.box().index;
  std::size_t j = begin;
  do {
    Packed* room = out.room(kBlock);
    std::size_t found = 0;
    for (const std::size_t end = j + kBlock; j < end && list.key[j] <= last; ++j) {
      const std::uint32_t other = list.boxes[j].index;
      if constexpr (order == Order::query_first) room[found] = packed(i, other);
      if constexpr (order == Order::target_first) room[found] = packed(other, i);
      if constexpr (order == Order::lower_first)
        room[found] = packed(std::min(i, other), std::max(i, other));
      found += query.hits(list.boxes[j]);
    }
    out.added(found);
  } while (list.key[j] <= last);
  return j - begin;
}

/// First position from `at` on whose key is at least `least`. Searches in growing steps, so that it
/// is fast for near and distant positions.
inline std::size_t advance(const std::vector<std::uint64_t>& key, std::size_t at,
                           std::uint64_t least) {
  at += key[at] < least;  // usually one or two steps; avoids an unpredictable branch
  at += key[at] < least;
  if (key[at] >= least) return at;
  const std::size_t last = key.size() - 1;
  std::size_t step = 1;
  while (at + step < last && key[at + step] < least) at += step, step *= 2;
  std::size_t end = std::min(at + step, last);  // key[at] < least <= key[end]
  while (end - at > 1) {
    const std::size_t middle = at + (end - at) / 2;
    (key[middle] < least ? at : end) = middle;
  }
  return end;
}

/// Three neighbouring cells in a row at a fixed offset from the cell of a query; moves along with
/// the queries.
struct Row {
  std::uint64_t offset = 0;  ///< from the query's cell to the middle one, modulo 2^64
  /// Axes along which a query must cross into the next cell to have a partner there
  std::uint64_t needs = 0;
  std::size_t begin = 0;   ///< first box in or after the cells
  std::uint64_t last = 0;  ///< largest key of a possible partner

  void follow(const std::vector<std::uint64_t>& key, std::uint64_t query) {
    const std::uint64_t middle = (query & ~kCrosses) + offset;
    begin = advance(key, begin, middle - kNextCell);
    last = (query & needs) == needs ? middle + kCrosses + kNextCell * (query & 1) : 0;
  }
};

/// Finds the pairs of some of the boxes in `queries` with those in `targets`. If both are the same
/// list, each pair of cells is visited once, from the lower one.
/// @returns the number of tests
template <int D, Order order, std::size_t n>
Index sweep(const CellList<D>& queries, Range part, const CellList<D>& targets,
            std::array<Row, n>& rows, PairOrder& out) {
  const bool within = &queries == &targets;
  std::size_t tests = 0;
  for (auto i = static_cast<std::size_t>(part.begin); i < static_cast<std::size_t>(part.end); ++i) {
    bool any = false;
    if (within) rows[0].begin = i + 1;
    for (Row& row : rows) {
      row.follow(targets.key, queries.key[i]);
      any |= targets.key[row.begin] <= row.last;
    }
    if (!any) continue;
    const Probe<D> query(queries.boxes[i]);
    for (const Row& row : rows)
      if (targets.key[row.begin] <= row.last)
        tests += probe<D, order>(query, targets, row.begin, row.last, out);
  }
  return static_cast<Index>(tests);
}

/// Finds the pairs of some boxes with others of the same list.
/// @param stride  [D] difference between the numbers of neighbouring cells along each axis
template <int D>
Index sweep_self(const CellList<D>& list, Range part, const std::array<std::uint64_t, 3>& stride,
                 PairOrder& out) {
  const std::uint64_t y = stride[1] * kNextCell, z = stride[2] * kNextCell;
  if constexpr (D == 2) {
    std::array<Row, 2> rows{Row{0, 0}, {y, 2}};
    return sweep<D, Order::lower_first>(list, part, list, rows, out);
  } else {
    std::array<Row, 5> rows{Row{0, 0}, {y, 2}, {z - y, 4}, {z, 4}, {z + y, 2 | 4}};
    return sweep<D, Order::lower_first>(list, part, list, rows, out);
  }
}

/// Finds the pairs of some queries with targets.
template <int D, Order order>
Index sweep_cross(const CellList<D>& queries, Range part, const CellList<D>& targets,
                  const std::array<std::uint64_t, 3>& stride, PairOrder& out) {
  const std::uint64_t y = stride[1] * kNextCell, z = D == 3 ? stride[2] * kNextCell : 0;
  std::array<Row, D == 2 ? 3 : 9> rows;
  for (std::uint64_t r = 0; r < rows.size(); ++r) {
    rows[r].offset = (r % 3 - 1) * y + (r / 3 - 1) * z;
    rows[r].needs = (r % 3 == 2 ? 2u : 0u) + (r / 3 == 2 ? 4u : 0u);
  }
  return sweep<D, order>(queries, part, targets, rows, out);
}

}  // namespace grid
