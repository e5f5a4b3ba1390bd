/// \file sweep.hpp  Boxes in the order of their cells, and the walk over neighbouring cells.
#pragma once

#include <array>
#include <cstring>
#include <tactus/broad_phase.hpp>
#include <vector>

#include "pair_order.hpp"

namespace grid {

/// A box as the sweep reads it: in space, one cache line.
template <int D>
struct alignas(D == 3 ? 64 : 16) CellBox {
  /// Lower ends, then upper ends with the sign reversed: with the ends of another box the other way
  /// round, all 2 D conditions of an overlap are "one is not above the other".
  Real bound[2 * D];
  std::uint32_t index;
  std::int32_t body;
  std::uint8_t crosses;  ///< bit d: the upper end lies in the next cell along axis d
  std::uint8_t self;     ///< 1: pairs within its body are wanted
  std::uint8_t movable;  ///< 1: pairs with bodies that do not move are wanted
};

/// Tests one box against many, without a branch a test: most outcomes cannot be foreseen.
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

/// Boxes sorted by the cell of their lower corner. Cells are numbered x first, with an empty one at
/// both ends of each row, so that the neighbours of cell k along x are k - 1 and k + 1 everywhere.
template <int D>
struct CellList {
  std::vector<CellBox<D>> boxes;
  std::vector<std::uint64_t> key;

  std::size_t size() const { return boxes.size(); }
  void clear() { boxes.clear(), key.clear(); }
};

/// How the indices of a query and its target make a pair.
enum class Order : std::uint8_t { query_first, target_first, lower_first };

/// Adds the pairs of one box with a stretch of a list. Returns the number of tests.
template <int D, Order order>
std::size_t probe(const Probe<D>& query, const CellList<D>& list, std::size_t begin,
                  std::size_t end, PairOrder& out) {
  Packed* room = out.room(end - begin);
  std::size_t found = 0;
  const std::uint32_t i = query.box().index;
  for (std::size_t j = begin; j < end; ++j) {
    const std::uint32_t other = list.boxes[j].index;
    if constexpr (order == Order::query_first) room[found] = packed(i, other);
    if constexpr (order == Order::target_first) room[found] = packed(other, i);
    if constexpr (order == Order::lower_first)
      room[found] = packed(std::min(i, other), std::max(i, other));
    found += query.hits(list.boxes[j]);
  }
  out.added(found);
  return end - begin;
}

/// First position from `at` on whose key is `least` or more. Searches in growing steps: cheap
/// whether the place is the next one or far away.
inline std::size_t advance(const std::vector<std::uint64_t>& key, std::size_t at,
                           std::uint64_t least) {
  const std::size_t n = key.size();
  std::size_t step = 1;
  if (at >= n || key[at] >= least) return at;
  while (at + step < n && key[at + step] < least) at += step, step *= 2;
  std::size_t end = std::min(at + step, n);  // key[at] < least <= key[end]
  while (end - at > 1) {
    const std::size_t middle = at + (end - at) / 2;
    (key[middle] < least ? at : end) = middle;
  }
  return end;
}

/// Three neighbouring cells in a row, relative to the cell of a query; moves along with it.
struct Row {
  std::uint64_t offset = 0;  ///< from the query's cell to the middle one, modulo 2^64
  std::uint8_t needs = 0;    ///< axes that a query crosses if it has a partner there
  std::size_t begin = 0, middle = 0, end = 0;  ///< middle: where the last cell begins

  void follow(const std::vector<std::uint64_t>& key, std::uint64_t cell) {
    begin = advance(key, begin, cell + offset - 1);
    middle = advance(key, std::max(begin, middle), cell + offset + 1);
    end = advance(key, std::max(middle, end), cell + offset + 2);
  }
  bool holds_partners(std::uint8_t crosses) const { return (crosses & needs) == needs; }
  /// End of the cells in which a query has partners.
  std::size_t end_for(std::uint8_t crosses) const { return crosses & 1 ? end : middle; }
};

/// Pairs within one list. Each pair of cells is looked at once: from the lower one.
/// @param stride  [D] distance of the numbers of neighbouring cells along each axis
/// @returns the number of tests
template <int D>
Index sweep_self(const CellList<D>& list, const std::array<std::uint64_t, 3>& stride,
                 PairOrder& out) {
  std::array<Row, D == 2 ? 1 : 4> rows;
  rows[0] = {stride[1], 2};
  if constexpr (D == 3) {
    rows[1] = {stride[2] - stride[1], 4};
    rows[2] = {stride[2], 4};
    rows[3] = {stride[2] + stride[1], 2 | 4};
  }
  std::size_t tests = 0;
  std::uint64_t cell = 0;
  Row own;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list.key[i] != cell) {
      cell = list.key[i];
      own.follow(list.key, cell);
      for (Row& row : rows) row.follow(list.key, cell);
    }
    const Probe<D> query(list.boxes[i]);
    const std::uint8_t crosses = list.boxes[i].crosses;
    tests += probe<D, Order::lower_first>(query, list, i + 1, own.end_for(crosses), out);
    for (const Row& row : rows)
      if (row.holds_partners(crosses))
        tests += probe<D, Order::lower_first>(query, list, row.begin, row.end_for(crosses), out);
  }
  return static_cast<Index>(tests);
}

/// Pairs of a query with a target.
template <int D, Order order>
Index sweep_cross(const CellList<D>& queries, const CellList<D>& targets,
                  const std::array<std::uint64_t, 3>& stride, PairOrder& out) {
  if (targets.size() == 0) return 0;
  std::array<Row, D == 2 ? 3 : 9> rows;
  for (std::uint64_t r = 0; r < rows.size(); ++r) {
    rows[r].offset = (r % 3 - 1) * stride[1] + (D == 3 ? (r / 3 - 1) * stride[2] : 0);
    rows[r].needs = static_cast<std::uint8_t>((r % 3 == 2 ? 2 : 0) + (r / 3 == 2 ? 4 : 0));
  }
  std::size_t tests = 0;
  std::uint64_t cell = 0;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (queries.key[i] != cell) {
      cell = queries.key[i];
      for (Row& row : rows) row.follow(targets.key, cell);
    }
    const Probe<D> query(queries.boxes[i]);
    const std::uint8_t crosses = queries.boxes[i].crosses;
    for (const Row& row : rows)
      if (row.holds_partners(crosses))
        tests += probe<D, order>(query, targets, row.begin, row.end_for(crosses), out);
  }
  return static_cast<Index>(tests);
}

}  // namespace grid
