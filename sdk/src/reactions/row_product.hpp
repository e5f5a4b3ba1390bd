// Multiplies one row of blocks of W by reactions. Solvers of reactions spend most of their time
// here.
#pragma once

#include <array>

#include "tactus/types.hpp"

namespace tactus {

/// The sum over k of W_k R_k, with the blocks W_k of a row stored one after another and the
/// reactions of their columns. The result is returned as plain numbers in registers. A vector would
/// be written to memory in parts and then read as a whole, for which the processor has to wait.
template <int D, class Column>
inline std::array<Real, D> blocks_times(View<Column> columns, const Real* W, const Real* R) {
  using Row = Eigen::Array<Real, D, 1>;
  const auto row = [](const Real* at) { return Eigen::Map<const Row>(at); };
  const auto reaction = [&](Column at) { return row(R + static_cast<std::ptrdiff_t>(at) * D); };
  // Two independent sums of rows of blocks times reactions, so that additions of every second block
  // do not wait for the others.
  std::array<Row, D> sum, other;
  for (std::size_t d = 0; d < D; ++d) sum[d].setZero(), other[d].setZero();
  const Column *column = columns.data(), *const last = column + columns.size();
  for (; last - column >= 2; column += 2, W += 2 * D * D) {
    const Row r = reaction(column[0]), s = reaction(column[1]);
    for (std::size_t d = 0; d < D; ++d) sum[d] += row(W + d * D) * r;
    for (std::size_t d = 0; d < D; ++d) other[d] += row(W + (D + d) * D) * s;
  }
  if (column != last) {
    const Row r = reaction(*column);
    for (std::size_t d = 0; d < D; ++d) sum[d] += row(W + d * D) * r;
  }
  std::array<Real, D> out;
  for (std::size_t d = 0; d < D; ++d) out[d] = (sum[d] + other[d]).sum();
  return out;
}

}  // namespace tactus
