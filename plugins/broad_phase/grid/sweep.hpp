/// \file sweep.hpp  Boxes in the order of their cells, and the walk over neighbouring cells.
#pragma once

#include <array>
#include <tactus/broad_phase.hpp>
#include <vector>

#include "axis.hpp"

namespace grid {

/// A box as the sweep reads it: all in one cache line.
template <int D>
struct CellBox {
  Real lower[D], upper[D];
  std::uint32_t index;
  std::int32_t body;
  std::uint8_t crosses;  ///< bit d: the upper end lies in the next cell along axis d

  bool overlaps(const CellBox& o) const {
    bool hit = true;
    for (int d = 0; d < D; ++d) hit &= (lower[d] <= o.upper[d]) & (o.lower[d] <= upper[d]);
    return hit;
  }
};

/// Boxes sorted by the cell of their lower corner. Cells are numbered x first, with an empty one at
/// both ends of each row, so that the neighbours of cell k along x are k - 1 and k + 1 everywhere.
template <int D>
struct CellList {
  std::vector<CellBox<D>> items;
  std::vector<std::uint64_t> key;

  std::size_t size() const { return items.size(); }
  void clear() { items.clear(), key.clear(); }
};

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
  std::size_t begin = 0, end = 0;

  void follow(const std::vector<std::uint64_t>& key, std::uint64_t cell) {
    begin = advance(key, begin, cell + offset - 1);
    end = advance(key, std::max(begin, end), cell + offset + 2);
  }
};

/// Pairs within one list. Each pair of cells is looked at once: from the lower one.
/// @param stride  [D] distance of the numbers of neighbouring cells along each axis
template <int D, class Hit>
Index sweep_self(const CellList<D>& list, const std::array<std::uint64_t, 3>& stride, Hit&& hit) {
  std::array<Row, D == 2 ? 1 : 4> rows;
  rows[0] = {stride[1], 2};
  if constexpr (D == 3) {
    rows[1] = {stride[2] - stride[1], 4};
    rows[2] = {stride[2], 4};
    rows[3] = {stride[2] + stride[1], 2 | 4};
  }
  Index tests = 0;
  Row ahead;
  std::uint64_t cell = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const CellBox<D>& a = list.items[i];
    if (list.key[i] != cell) {
      cell = list.key[i];
      ahead.end = advance(list.key, std::max(ahead.end, i), cell + 2);
      for (Row& row : rows) row.follow(list.key, cell);
    }
    const auto test = [&](std::size_t begin, std::size_t end) {
      for (std::size_t j = begin; j < end; ++j)
        if (a.overlaps(list.items[j])) hit(a, list.items[j]);
      tests += static_cast<Index>(end - begin);
    };
    test(i + 1, ahead.end);
    for (const Row& row : rows)
      if ((a.crosses & row.needs) == row.needs) test(row.begin, row.end);
  }
  return tests;
}

/// Pairs of a query with a target.
template <int D, class Hit>
Index sweep_cross(const CellList<D>& queries, const CellList<D>& targets,
                  const std::array<std::uint64_t, 3>& stride, Hit&& hit) {
  if (targets.size() == 0) return 0;
  std::array<Row, D == 2 ? 3 : 9> rows;
  for (std::uint64_t r = 0; r < rows.size(); ++r) {
    rows[r].offset = (r % 3 - 1) * stride[1] + (D == 3 ? (r / 3 - 1) * stride[2] : 0);
    rows[r].needs = static_cast<std::uint8_t>((r % 3 == 2 ? 2 : 0) + (r / 3 == 2 ? 4 : 0));
  }
  Index tests = 0;
  std::uint64_t cell = 0;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const CellBox<D>& a = queries.items[i];
    if (queries.key[i] != cell) {
      cell = queries.key[i];
      for (Row& row : rows) row.follow(targets.key, cell);
    }
    for (const Row& row : rows) {
      if ((a.crosses & row.needs) != row.needs) continue;
      for (std::size_t j = row.begin; j < row.end; ++j)
        if (a.overlaps(targets.items[j])) hit(a, targets.items[j]);
      tests += static_cast<Index>(row.end - row.begin);
    }
  }
  return tests;
}

}  // namespace grid
