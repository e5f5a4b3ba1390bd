#include "dual_active_set.hpp"

#include <algorithm>
#include <cmath>

namespace local_sqp {

Index DualActiveSet::solve(const SparseRows& A, View<Real> b, Index columns, Real regularisation,
                           Out<Real> l, Out<Real> z) {
  const Data data{A, b, regularisation};
  const auto n = static_cast<std::size_t>(A.count());
  dense_.assign(static_cast<std::size_t>(columns), 0);
  in_set_.assign(n, 0);
  if (stride_ < n) stride_ = n + n / 2 + 8, factor_.assign(stride_ * stride_, 0);
  std::fill(l.begin(), l.end(), Real{0});
  Real largest = 0;
  for (const Real bi : b) largest = std::max(largest, std::abs(bi));
  const Real tolerance = 1e-9 * largest;
  warm_start(data, l);
  gather(data, l, z);
  Index changes = 0;
  // Each entry raises the dual objective: no working set comes twice. The limit is a guard against
  // round-off only; what is left then shows as g < 0.
  const Index limit = 20 * static_cast<Index>(n) + 100;
  Real slack = 0;
  for (Index p; changes < limit && (p = most_violated(data, l, z, tolerance, slack)) != kNone;) {
    enter(data, p, slack, l, changes);
    gather(data, l, z);
  }
  return changes;
}

/// Solves on the rows that were active last time and drops those that would pull, until none does:
/// a point from which the dual method may go on.
void DualActiveSet::warm_start(const Data& data, Out<Real> l) {
  std::erase_if(active_, [&](Index row) { return row >= data.A.count(); });
  factorise(data);
  while (!active_.empty()) {
    column_.resize(active_.size());
    for (std::size_t k = 0; k < active_.size(); ++k) column_[k] = data.b[active_[k]];
    solve_factored(column_);
    const auto worst = std::min_element(column_.begin(), column_.end());
    if (*worst >= 0) break;
    remove(static_cast<std::size_t>(worst - column_.begin()));
  }
  for (std::size_t k = 0; k < active_.size(); ++k) {
    l[active_[k]] = column_[k];
    in_set_[active_[k]] = 1;
  }
}

Index DualActiveSet::most_violated(const Data& data, View<Real> l, View<Real> z, Real tolerance,
                                   Real& slack) const {
  Index worst = kNone;
  slack = tolerance;
  for (Index i = 0; i < data.A.count(); ++i) {
    if (in_set_[i]) continue;
    Real r = data.b[i] - data.regularisation * l[i];
    for (Index k = data.A.start[i]; k < data.A.start[i + 1]; ++k)
      r -= data.A.value[k] * z[data.A.column[k]];
    if (r > slack) slack = r, worst = i;
  }
  return worst;
}

/// Raises l_p until row p is satisfied with equality, keeping the working set satisfied; rows whose
/// multiplier reaches zero on the way leave.
void DualActiveSet::enter(const Data& data, Index p, Real slack, Out<Real> l, Index& changes) {
  load_row(data, p);
  Real diagonal = dot_loaded(data, p) + data.regularisation;
  for (;;) {
    ++changes;
    direction_.resize(active_.size());
    for (std::size_t k = 0; k < active_.size(); ++k) direction_[k] = dot_loaded(data, active_[k]);
    column_ = direction_;
    solve_factored(direction_);
    Real curvature = diagonal;
    for (std::size_t k = 0; k < active_.size(); ++k) curvature -= column_[k] * direction_[k];
    curvature = std::max(curvature, data.regularisation);
    Real step = slack / curvature;
    std::size_t leaving = active_.size();
    for (std::size_t k = 0; k < active_.size(); ++k)
      if (direction_[k] > 0 && l[active_[k]] < step * direction_[k])
        step = l[active_[k]] / direction_[k], leaving = k;
    for (std::size_t k = 0; k < active_.size(); ++k)
      l[active_[k]] = std::max(Real{0}, l[active_[k]] - step * direction_[k]);
    l[p] += step;
    slack -= step * curvature;
    if (leaving == active_.size()) break;
    l[active_[leaving]] = 0;
    in_set_[active_[leaving]] = 0;
    remove(leaving);
  }
  unload_row(data, p);
  in_set_[p] = 1;
  append(data, p);
}

void DualActiveSet::factorise(const Data& data) {
  std::vector<Index> rows;
  rows.swap(active_);
  for (const Index row : rows) append(data, row);
}

/// Adds a row to the working set and to the factor.
void DualActiveSet::append(const Data& data, Index row) {
  const std::size_t k = active_.size();
  load_row(data, row);
  for (std::size_t j = 0; j < k; ++j) {
    Real sum = dot_loaded(data, active_[j]);
    for (std::size_t i = 0; i < j; ++i) sum -= at(k, i) * at(j, i);
    at(k, j) = sum / at(j, j);
  }
  Real pivot = dot_loaded(data, row) + data.regularisation;
  for (std::size_t i = 0; i < k; ++i) pivot -= at(k, i) * at(k, i);
  // K >= regularisation I, so the pivot is; only rounding can say otherwise.
  at(k, k) = std::sqrt(std::max(pivot, data.regularisation));
  unload_row(data, row);
  active_.push_back(row);
}

/// Takes a row out: the factor's later rows move up, Givens rotations make it triangular again.
void DualActiveSet::remove(std::size_t position) {
  const std::size_t n = active_.size();
  active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(position));
  for (std::size_t i = position; i + 1 < n; ++i) {
    for (std::size_t j = 0; j <= i + 1; ++j) at(i, j) = at(i + 1, j);
  }
  for (std::size_t j = position; j + 1 < n; ++j) {
    const Real a = at(j, j), b = at(j, j + 1), r = std::hypot(a, b);
    const Real c = a / r, s = b / r;
    for (std::size_t i = j; i + 1 < n; ++i) {
      const Real x = at(i, j), y = at(i, j + 1);
      at(i, j) = c * x + s * y;
      at(i, j + 1) = c * y - s * x;
    }
    at(j, j + 1) = 0;
  }
}

void DualActiveSet::solve_factored(std::vector<Real>& x) const {
  const std::size_t n = x.size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) x[i] -= at(i, j) * x[j];
    x[i] /= at(i, i);
  }
  for (std::size_t i = n; i-- > 0;) {
    x[i] /= at(i, i);
    for (std::size_t j = 0; j < i; ++j) x[j] -= at(i, j) * x[i];
  }
}

void DualActiveSet::load_row(const Data& data, Index row) {
  for (Index k = data.A.start[row]; k < data.A.start[row + 1]; ++k)
    dense_[data.A.column[k]] = data.A.value[k];
}
void DualActiveSet::unload_row(const Data& data, Index row) {
  for (Index k = data.A.start[row]; k < data.A.start[row + 1]; ++k) dense_[data.A.column[k]] = 0;
}
Real DualActiveSet::dot_loaded(const Data& data, Index row) const {
  Real sum = 0;
  for (Index k = data.A.start[row]; k < data.A.start[row + 1]; ++k)
    sum += data.A.value[k] * dense_[data.A.column[k]];
  return sum;
}

void DualActiveSet::gather(const Data& data, View<Real> l, Out<Real> z) const {
  std::fill(z.begin(), z.end(), Real{0});
  for (Index i = 0; i < data.A.count(); ++i)
    for (Index k = data.A.start[i]; l[i] != 0 && k < data.A.start[i + 1]; ++k)
      z[data.A.column[k]] += data.A.value[k] * l[i];
}

}  // namespace local_sqp
