// Solves the quadratic program of one SQP iteration,
//   min 1/2 |z|^2   subject to   A z >= b,
// by its dual with K = A A' + eps I, the Delassus operator of scaled rows with a regularisation:
//   min 1/2 l'K l - b'l   subject to   l >= 0,      z = A'l.
// The solution is characterised by complementarity: each row is either active (l > 0 and its
// slack b - A z is zero) or inactive (l = 0 and its slack is at most zero). The method searches
// for the right set of active rows, called the working set. The term eps I makes K positive
// definite, so that every working set has exactly one solution, also if rows repeat or contradict
// each other.
//
// Two methods are combined. Block principal pivoting (Judice and Pires 1994) exchanges all wrong
// rows at once; it is fast but may cycle. The dual method of Goldfarb and Idnani (1983) exchanges
// row by row and cannot cycle in exact arithmetic.
#include "dual_active_set.hpp"

#include <algorithm>
#include <cmath>

namespace local_sqp {
namespace {

/// Number of consecutive exchanges that need not reduce the number of wrong rows below its minimum
/// so far.
constexpr int kPatience = 3;

}  // namespace

Index DualActiveSet::solve(const SparseRows& A, View<Real> b, Index columns, Real regularisation,
                           Out<Real> l, Out<Real> z) {
  Real largest = 0;
  for (const Real bi : b) largest = std::max(largest, std::abs(bi));
  // Slacks below this tolerance do not let a row enter. With a much smaller one (1e-14) rounding
  // errors would let the same rows enter and leave in turn.
  const Data data{.A = A, .b = b, .tolerance = 1e-9 * largest, .z = z};
  order_.update(A, columns);
  factor_.assemble(A, order_, regularisation);
  changes_ = 0;
  guess(data);
  if (!exchange(data)) {
    large_ = A.count() > kSparse;
    if (large_) {
      if (sparse_order_.update(A, columns)) sparse_.analyse(A, sparse_order_);
      sparse_.assemble(A, sparse_order_, regularisation);
      change_order(data);
      solve_block(data, 0);
    }
    repair(data);
    if (large_) change_order(data);
    large_ = false;
  }
  for (Index k = 0; k < A.count(); ++k) {
    const Index row = order_.rows()[k];
    l[row] = l_[k];
    last_[row] = picked_[k] ? Last::active : Last::inactive;
  }
  return changes_;
}

void DualActiveSet::merge(const DualActiveSet& other, Index offset) {
  last_.resize(static_cast<std::size_t>(offset), Last::unknown);
  last_.insert(last_.end(), other.last_.begin(), other.last_.end());
}

void DualActiveSet::guess(const Data& data) {
  const auto n = static_cast<std::size_t>(data.A.count());
  last_.resize(n, Last::unknown);
  picked_.resize(n);
  l_.resize(n);
  for (std::size_t k = 0; k < n; ++k) {
    const Index row = order_.rows()[k];
    // b is the slack at z = 0, that is, at the predictor. A new row that already holds there is
    // assumed to be inactive. Others are as they were in the previous solution, which is usually
    // right from the second SQP iteration on.
    picked_[k] = last_[row] == Last::active || (last_[row] == Last::unknown && data.b[row] > 0);
  }
}

/// Solves on the working set, then exchanges rows that pull (negative multiplier) with violated
/// rows, until none is wrong. Returns false if the number of wrong rows does not decrease or the
/// method cycles.
bool DualActiveSet::exchange(const Data& data) {
  const bool many = data.A.count() > kSparse;
  std::size_t fewest = picked_.size() + 1;
  for (Index patience = kPatience, from = 0;;
       from = *std::min_element(wrong_.begin(), wrong_.end())) {
    solve_block(data, from);
    gather(data);
    wrong_.clear();
    if (many) find_violated(data);
    for (Index k = 0; k < data.A.count(); ++k)
      if (picked_[k] ? l_[k] < 0 : !many && slack_of(data, k) > data.tolerance) wrong_.push_back(k);
    if (wrong_.empty()) return true;
    if (wrong_.size() < fewest)
      fewest = wrong_.size(), patience = kPatience;
    else if (patience-- == 0)
      return false;
    if (many) keep_worst(data);
    for (const Index k : wrong_) picked_[k] ^= 1;
    changes_ += static_cast<Index>(wrong_.size());
  }
}

/// Exchanges the two orders; the working set and its multipliers move along.
void DualActiveSet::change_order(const Data& data) {
  std::vector<std::uint8_t>& picked = picked_of_row_;
  std::vector<Real>& l = direction_;
  const auto n = static_cast<std::size_t>(data.A.count());
  picked.resize(n), l.resize(n);
  for (std::size_t k = 0; k < n; ++k) {
    const Index row = order_.rows()[k];
    picked[row] = picked_[k], l[row] = l_[k];
  }
  std::swap(order_, sparse_order_);
  for (std::size_t k = 0; k < n; ++k) {
    const Index row = order_.rows()[k];
    picked_[k] = picked[row], l_[k] = l[row];
  }
}

/// Rows that would enter, in wrong_ and violation_.
void DualActiveSet::find_violated(const Data& data) {
  wrong_.clear();
  violation_.assign(picked_.size(), 0);
  for (Index k = 0; k < data.A.count(); ++k) {
    if (picked_[k]) continue;
    const Real slack = slack_of(data, k);
    if (slack > data.tolerance) violation_[k] = slack, wrong_.push_back(k);
  }
}

/// Of rows that would enter, those alone stay in wrong_ that are violated most among the rows they share a column with.
/// In a patch in space many rows nearly repeat each other: entered together they would pull and push.
void DualActiveSet::keep_worst(const Data& data) {
  const auto yields = [&](Index k) {
    for (const Index c : data.A.column[order_.rows()[k]])
      for (const RowOrder::Entry& other : order_.column(c)) {
        const Real difference = violation_[other.position] - violation_[k];
        if (difference > 0 || (difference == 0 && other.position < k)) return true;
      }
    return false;
  };
  std::erase_if(wrong_, [&](Index k) { return !picked_[k] && yields(k); });
}

/// Row by row from where exchanges have led.
void DualActiveSet::repair(const Data& data) {
  drop_pulling(data);
  // Each entering row increases the dual objective, so that no working set occurs twice. The
  // limit only protects against rounding errors; violations that are left then appear as g < 0.
  const Index limit = changes_ + 20 * data.A.count() + 100;
  Real slack = 0;
  // Any violated row may enter. To look for one among many costs as much as its entering.
  while (large_ && changes_ < limit) {
    find_violated(data);
    if (wrong_.empty()) return;
    keep_worst(data);
    for (const Index p : wrong_) {
      slack = data.b[order_.rows()[p]] - sparse_.product(p, l_);
      if (slack > data.tolerance) enter(p, slack);
    }
    gather(data);
  }
  while (changes_ < limit) {
    const Index p = most_violated(data, slack);
    if (p == kNone) break;
    enter(p, slack);
    gather(data);
  }
}

void DualActiveSet::factor_enters(Index k) {
  picked_[k] = 1;
  large_ ? sparse_.enter(picked_, k) : factor_.factorise(picked_, k);
}

void DualActiveSet::factor_leaves(Index k) {
  picked_[k] = 0;
  large_ ? sparse_.leave(picked_, k) : factor_.factorise(picked_, k);
}

void DualActiveSet::factor_solve(std::vector<Real>& x) const {
  large_ ? sparse_.solve(x) : factor_.solve(x);
}

/// Drops the rows that pull until none does. The dual method can continue from such a point.
void DualActiveSet::drop_pulling(const Data& data) {
  for (;;) {
    Index from = kNone;
    for (Index k = data.A.count(); k-- > 0;)
      if (l_[k] < 0) picked_[k] = 0, from = k, ++changes_;
    if (from == kNone) break;
    solve_block(data, from);
  }
  gather(data);
}

/// Multipliers with which the rows of the working set hold as equations.
void DualActiveSet::solve_block(const Data& data, Index from) {
  large_ ? sparse_.factorise(picked_, from) : factor_.factorise(picked_, from);
  for (Index k = 0; k < data.A.count(); ++k) l_[k] = picked_[k] ? data.b[order_.rows()[k]] : 0;
  factor_solve(l_);
}

/// b - A z of a row outside the working set.
Real DualActiveSet::slack_of(const Data& data, Index k) const {
  const Index row = order_.rows()[k];
  Real slack = data.b[row];
  const Real* value = data.A.value.data() + data.A.column.range(row).begin;
  for (const Index c : data.A.column[row]) slack -= *value++ * data.z[c];
  return slack;
}

Index DualActiveSet::most_violated(const Data& data, Real& slack) const {
  Index worst = kNone;
  slack = data.tolerance;
  for (Index k = 0; k < data.A.count(); ++k) {
    if (picked_[k]) continue;
    const Real s = slack_of(data, k);
    if (s > slack) slack = s, worst = k;
  }
  return worst;
}

/// Increases l_p until row p is satisfied with equality, while the working set remains satisfied.
/// Rows whose multiplier reaches zero on the way leave the working set.
void DualActiveSet::enter(Index p, Real slack) {
  const auto n = static_cast<Index>(picked_.size());
  column_.assign(picked_.size(), 0);
  direction_.resize(picked_.size());
  if (large_)
    sparse_.add_column(p, column_);
  else
    for (Index k = 0; k < n; ++k) column_[k] = k != p ? factor_(k, p) : 0;
  const Real diagonal = large_ ? sparse_.diagonal(p) : factor_(p, p);
  const Real regularisation = large_ ? sparse_.regularisation() : factor_.regularisation();
  for (;;) {
    ++changes_;
    for (Index k = 0; k < n; ++k) direction_[k] = picked_[k] ? column_[k] : 0;
    factor_solve(direction_);
    // The second derivative of the dual objective along the direction in which l_p increases and
    // the multipliers of the working set follow: the Schur complement K_pp - K_pW K_WW^-1 K_Wp.
    // It is at least eps in exact arithmetic. The maximum below protects against rounding errors,
    // which could otherwise make it zero or negative for a row that repeats others.
    Real curvature = diagonal;
    for (Index k = 0; k < n; ++k) curvature -= column_[k] * direction_[k];
    curvature = std::max(curvature, regularisation);
    Real step = slack / curvature;
    Index leaving = kNone;
    for (Index k = 0; k < n; ++k)
      // Ratio test: the step ends where the first multiplier of the working set would become
      // negative, because a contact can only push. That row leaves, and the rest of the step is
      // made without it.
      if (direction_[k] > 0 && l_[k] < step * direction_[k])
        step = l_[k] / direction_[k], leaving = k;
    for (Index k = 0; k < n; ++k)
      if (picked_[k]) l_[k] = std::max(Real{0}, l_[k] - step * direction_[k]);
    l_[p] += step;
    slack -= step * curvature;
    if (leaving == kNone) break;
    l_[leaving] = 0;
    factor_leaves(leaving);
  }
  factor_enters(p);
}

void DualActiveSet::gather(const Data& data) const {
  std::fill(data.z.begin(), data.z.end(), Real{0});
  for (Index k = 0; k < data.A.count(); ++k) {
    if (l_[k] == 0) continue;
    const Index row = order_.rows()[k];
    const Real* value = data.A.value.data() + data.A.column.range(row).begin;
    for (const Index c : data.A.column[row]) data.z[c] += *value++ * l_[k];
  }
}

}  // namespace local_sqp
