#include "core/model/block_matrix.hpp"

#include <algorithm>

namespace tactus::core {

/// Collects for each node the nodes with which it shares an element, including itself. The sorted
/// lists are the pattern of the block rows.
BlockMatrix::BlockMatrix(int block, Index nodes, View<Index> elements, int corners) {
  std::vector<std::vector<Index>> row(static_cast<std::size_t>(nodes));
  for (Index n = 0; n < nodes; ++n) row[static_cast<std::size_t>(n)].push_back(n);
  const auto c = static_cast<std::size_t>(corners);
  for (std::size_t e = 0; e + c <= elements.size(); e += c)
    for (const Index a : elements.subspan(e, c))
      for (const Index b : elements.subspan(e, c)) row[static_cast<std::size_t>(a)].push_back(b);
  start_.push_back(0);
  for (std::vector<Index>& r : row) {
    std::sort(r.begin(), r.end());
    column_.insert(column_.end(), r.begin(), std::unique(r.begin(), r.end()));
    start_.push_back(static_cast<Index>(column_.size()));
    r = {};
  }
  const auto square = static_cast<std::size_t>(block) * static_cast<std::size_t>(block);
  value_.assign(column_.size() * square, 0);
  diagonal_.assign(static_cast<std::size_t>(nodes * block), 0);
  view_ = {.rows = nodes,
           .columns = nodes,
           .block = block,
           .start = start_,
           .column = column_,
           .value = value_};
  for (Index n = 0; n < nodes; ++n) own_.push_back(position(n, n));
}

std::size_t BlockMatrix::position(Index row, Index column) const {
  const auto first = column_.begin() + start_[static_cast<std::size_t>(row)];
  const auto last = column_.begin() + start_[static_cast<std::size_t>(row) + 1];
  const auto at = std::lower_bound(first, last, column);
  return static_cast<std::size_t>(at - column_.begin()) *
         static_cast<std::size_t>(view_.block * view_.block);
}

void BlockMatrix::add_diagonal(Real weight, View<Real> diagonal, Range nodes) {
  const auto b = static_cast<std::size_t>(view_.block);
  for (Index n = nodes.begin; n < nodes.end; ++n) {
    Real* at = value_.data() + position(n, n);
    for (std::size_t i = 0; i < b; ++i)
      at[i * b + i] += weight * diagonal[static_cast<std::size_t>(n) * b + i];
  }
}

void BlockMatrix::eliminate(View<std::uint8_t> fixed) {
  const auto b = static_cast<std::size_t>(view_.block);
  if (!std::ranges::equal(fixed_, fixed)) find_held(fixed);
  for (const Held& held : held_) value_[held.at] = held.is_diagonal;
  for (std::size_t n = 0; n < own_.size(); ++n)
    for (std::size_t i = 0; i < b; ++i) diagonal_[n * b + i] = value_[own_[n] + i * b + i];
}

void BlockMatrix::find_held(View<std::uint8_t> fixed) {
  const auto b = static_cast<std::size_t>(view_.block);
  fixed_.assign(fixed.begin(), fixed.end());
  held_.clear();
  for (std::size_t n = 0; n < own_.size(); ++n)
    for (auto k = static_cast<std::size_t>(start_[n]); k < static_cast<std::size_t>(start_[n + 1]);
         ++k) {
      const auto m = static_cast<std::size_t>(column_[k]);
      for (std::size_t i = 0; i < b; ++i)
        for (std::size_t j = 0; j < b; ++j)
          if (fixed[n * b + i] || fixed[m * b + j])
            held_.push_back({(k * b + i) * b + j, n == m && i == j});
    }
}

void BlockMatrix::apply(View<Real> x, Out<Real> y, Context& context) const {
  constexpr Index grain = 512;
  context.executor->for_each(view_.rows, grain, [&](Range rows, Context&) {
    with_dimension(view_.block, [&](auto dimension) {
      constexpr int B = dimension.value;
      for (Index n = rows.begin; n < rows.end; ++n) {
        Vec<B> sum = Vec<B>::Zero();
        for (Index k = start_[static_cast<std::size_t>(n)];
             k < start_[static_cast<std::size_t>(n) + 1]; ++k) {
          const Index m = column_[static_cast<std::size_t>(k)];
          if constexpr (B == 2) {  // Eigen takes three times as long for products of this size
            const Real *const v = value_.data() + 4 * k, *const from = x.data() + 2 * m;
            sum[0] += v[0] * from[0] + v[1] * from[1];
            sum[1] += v[2] * from[0] + v[3] * from[1];
          } else {
            sum += block<B>(value_, k) * point<B>(x, m);
          }
        }
        for (int i = 0; i < B; ++i) y[static_cast<std::size_t>(n * B + i)] = sum[i];
      }
    });
  });
}

}  // namespace tactus::core
