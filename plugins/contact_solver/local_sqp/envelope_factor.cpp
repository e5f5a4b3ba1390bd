#include "envelope_factor.hpp"

#include <algorithm>

namespace local_sqp {
namespace {

/// a'b over `count` numbers; short ones are the rule.
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

void EnvelopeFactor::assemble(const SparseRows& A, const RowOrder& order, Real regularisation) {
  regularisation_ = regularisation;
  first_.assign(order.first().begin(), order.first().end());
  base_.resize(first_.size());
  inverse_pivot_.resize(first_.size());
  Index entries = 0;
  for (Index k = 0; k < size(); ++k) {
    base_[k] = entries - first_[k];
    entries += k + 1 - first_[k];
  }
  K_.assign(static_cast<std::size_t>(entries), 0);
  L_.resize(K_.size());
  for (Index k = 0; k < size(); ++k) {
    const Index row = order.rows()[k];
    Real* K = K_.data() + base_[k];
    for (Index e = A.start[row]; e < A.start[row + 1]; ++e)
      for (const RowOrder::Entry& other : order.column(A.column[e])) {
        if (other.position > k) break;
        K[other.position] += A.value[e] * A.value[other.at];
      }
    K[k] += regularisation;
  }
}

void EnvelopeFactor::factorise(View<std::uint8_t> picked, Index from) {
  for (Index k = from; k < size(); ++k) {
    if (picked[k]) {
      eliminate(picked, k);
    } else {
      inverse_pivot_[k] = 0;
      std::fill_n(L_.begin() + base_[k] + first_[k], k - first_[k], Real{0});
    }
  }
}

/// Row k of the factor from those before it.
void EnvelopeFactor::eliminate(View<std::uint8_t> picked, Index k) {
  const Real* K = K_.data() + base_[k];
  Real* row = L_.data() + base_[k];
  for (Index j = first_[k]; j < k; ++j) {
    if (!picked[j]) {
      row[j] = 0;
      continue;
    }
    const Index begin = std::max(first_[j], first_[k]);
    row[j] = K[j] - dot(L_.data() + base_[j] + begin, row + begin, j - begin);
  }
  Real pivot = K[k];
  for (Index j = first_[k]; j < k; ++j) {
    const Real scaled = row[j] * inverse_pivot_[j];
    pivot -= row[j] * scaled;
    row[j] = scaled;
  }
  // K >= regularisation I, so the pivot is; only rounding can say otherwise.
  inverse_pivot_[k] = 1 / std::max(pivot, regularisation_);
}

void EnvelopeFactor::solve(Out<Real> x) const {
  for (Index k = 0; k < size(); ++k)
    if (inverse_pivot_[k] != 0)
      x[k] -= dot(L_.data() + base_[k] + first_[k], x.data() + first_[k], k - first_[k]);
  for (Index k = 0; k < size(); ++k) x[k] *= inverse_pivot_[k];
  for (Index k = size(); k-- > 0;) {
    if (x[k] == 0) continue;
    const Real* row = L_.data() + base_[k];
    for (Index j = first_[k]; j < k; ++j) x[j] -= row[j] * x[k];
  }
}

}  // namespace local_sqp
