// K is a sparse matrix that is factorised many times for different working sets. Its envelope
// contains, for each row, everything from the first entry to the diagonal. Elimination fills gaps
// within the envelope but nothing outside of it, so that its size is known in advance and no
// fill-in has to be searched for. A good order of rows (row_order.cpp) makes the envelope narrow.
#include "envelope_factor.hpp"

#include <algorithm>

namespace local_sqp {
namespace {

/// a'b over `count` numbers, which usually are few.
Real dot(const Real* a, const Real* b, Index count) {
  if (count < 8) {
    Real sum = 0;
    for (Index i = 0; i < count; ++i) sum += a[i] * b[i];
    return sum;
  }
  const auto n = static_cast<std::size_t>(count);
  return map(View<Real>(a, n)).dot(map(View<Real>(b, n)));
}

}  // namespace

/// Computes the lower triangle of K = A A' + regularisation I. Row k of K only has entries from
/// first_[k] to k, because in the order of rows no earlier row shares a column with it. Products
/// are formed column by column of A.
void EnvelopeFactor::assemble(const SparseRows& A, const RowOrder& order, Real regularisation) {
  regularisation_ = regularisation;
  first_.assign(order.first().begin(), order.first().end());
  base_.resize(first_.size());
  rows_.clear();
  rows_.reserve(first_.size());
  y_.reserve(first_.size());
  Index entries = 0;
  for (Index k = 0; k < size(); ++k) {
    base_[k] = entries - first_[k];
    entries += k + 1 - first_[k];
  }
  K_.assign(static_cast<std::size_t>(entries), 0);
  if (L_.size() < K_.size()) L_.resize(K_.size());
  for (Index k = 0; k < size(); ++k) {
    const Index row = order.rows()[k];
    Real* K = K_.data() + base_[k];
    Index e = A.column.range(row).begin;
    for (const Index column : A.column[row]) {
      for (const RowOrder::Entry& other : order.column(column)) {
        if (other.position > k) break;
        K[other.position] += A.value[e] * A.value[other.at];
      }
      ++e;
    }
    K[k] += regularisation;
  }
}

void EnvelopeFactor::factorise(View<std::uint8_t> picked, Index from) {
  const auto before = [](const FactorRow& row, Index position) { return row.position < position; };
  // Row k of L depends on K and on earlier rows only. If the working set has changed from
  // position `from` on, all rows before it remain valid.
  rows_.erase(std::lower_bound(rows_.begin(), rows_.end(), from, before), rows_.end());
  for (Index k = from; k < size(); ++k) {
    if (!picked[k]) continue;
    const auto rank = static_cast<Index>(rows_.size());
    const Index end = rank == 0 ? 0 : rows_.back().base + rank - 1;  // of L so far
    const Index first =
        std::lower_bound(rows_.begin(), rows_.end(), first_[k], before) - rows_.begin();
    rows_.push_back({k, first, end - first, 0});
    eliminate(rows_.size() - 1);
  }
}

/// Computes a row of the factor from the previous ones.
void EnvelopeFactor::eliminate(std::size_t rank) {
  FactorRow& me = rows_[rank];
  const Real* K = K_.data() + base_[me.position];
  Real* row = L_.data() + me.base;
  const auto n = static_cast<Index>(rank);
  for (Index j = me.first; j < n; ++j) {
    const FactorRow& other = rows_[static_cast<std::size_t>(j)];
    const Index begin = std::max(other.first, me.first);
    row[j] = K[other.position] - dot(L_.data() + other.base + begin, row + begin, j - begin);
  }
  Real pivot = K[me.position];
  for (Index j = me.first; j < n; ++j) {
    const Real scaled = row[j] * rows_[static_cast<std::size_t>(j)].inverse_pivot;
    pivot -= row[j] * scaled;
    row[j] = scaled;
  }
  // The exact pivot is at least `regularisation`, since K >= regularisation I; a smaller one is a
  // rounding error.
  me.inverse_pivot = 1 / std::max(pivot, regularisation_);
}

void EnvelopeFactor::solve(Out<Real> x) const {
  const auto n = static_cast<Index>(rows_.size());
  y_.resize(rows_.size());
  Real* const y = y_.data();
  for (Index r = 0; r < n; ++r) {
    const FactorRow& row = rows_[static_cast<std::size_t>(r)];
    y[r] = x[row.position] - dot(L_.data() + row.base + row.first, y + row.first, r - row.first);
  }
  for (Index r = 0; r < n; ++r) y[r] *= rows_[static_cast<std::size_t>(r)].inverse_pivot;
  for (Index r = n; r-- > 0;) {
    const FactorRow& row = rows_[static_cast<std::size_t>(r)];
    for (Index j = row.first; j < r; ++j) y[j] -= L_[static_cast<std::size_t>(row.base + j)] * y[r];
    x[row.position] = y[r];
  }
}

}  // namespace local_sqp
