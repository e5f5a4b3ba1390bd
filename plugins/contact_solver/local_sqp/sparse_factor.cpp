// K of a patch of contact has a few entries in a row, however many rows there are, and a good order of elimination keeps
// L nearly as sparse. Row k of L is found from rows before it; row and column k together, and what a change of them
// does to the rest, are the update of Davis and Hager. An update that would lose digits is not made: the factor is
// computed anew from there on.
#include "sparse_factor.hpp"

#include <algorithm>

namespace local_sqp {
namespace {

/// A pivot that a change leaves with less than this share of itself has lost so many digits that it is computed anew.
constexpr Real kLeastShare = 1e-3;

}  // namespace

void SparseFactor::analyse(const SparseRows& A, const RowOrder& order) {
  const Index n = A.count();
  const auto count = static_cast<std::size_t>(n);
  before_.clear(), after_.clear(), rows_.clear();
  parent_.assign(count, kNone);
  mark_.assign(count, kNone);
  for (Index k = 0; k < n; ++k) {
    next_.clear();
    mark_[k] = k;
    for (const Index column : A.column[order.rows()[k]])
      for (const RowOrder::Entry& other : order.column(column))
        if (mark_[other.position] != k) mark_[other.position] = k, next_.push_back(other.position);
    std::sort(next_.begin(), next_.end());
    for (const Index i : next_) (i < k ? before_ : after_).push(i);
    before_.end_row(), after_.end_row();
  }
  // Row k of L has entries at all rows on the paths from the entries of K up to k (Liu 1990).
  mark_.assign(count, kNone);
  start_.assign(count + 1, 0);
  for (Index k = 0; k < n; ++k) {
    next_.clear();
    mark_[k] = k;
    for (Index i : before_[k])
      for (; i != kNone && mark_[i] != k; i = parent_[i]) {
        if (parent_[i] == kNone) parent_[i] = k;
        mark_[i] = k;
        next_.push_back(i);
      }
    std::sort(next_.begin(), next_.end());
    for (const Index i : next_) rows_.push(i), ++start_[i + 1];
    rows_.end_row();
  }
  for (Index k = 0; k < n; ++k) start_[k + 1] += start_[k];
  row_.resize(static_cast<std::size_t>(start_[n]));
  L_.assign(row_.size(), 0);
  at_.clear();
  next_.assign(start_.begin(), start_.end());
  for (Index k = 0; k < n; ++k)
    for (const Index i : rows_[k]) {
      row_[next_[i]] = static_cast<std::int32_t>(k);
      at_.push_back(next_[i]++);
    }
  pivot_.assign(count, 1);
  inverse_.assign(count, 1);
  selected_.assign(count, 0);
  work_.assign(count, 0);
}

void SparseFactor::assemble(const SparseRows& A, const RowOrder& order, Real regularisation) {
  const Index n = A.count();
  regularisation_ = regularisation;
  diagonal_.resize(static_cast<std::size_t>(n));
  before_value_.resize(before_.all().size());
  after_value_.resize(after_.all().size());
  for (Index k = 0; k < n; ++k) {
    const Index row = order.rows()[k];
    Index e = A.column.range(row).begin;
    for (const Index column : A.column[row]) {
      const Real value = A.value[static_cast<std::size_t>(e++)];
      for (const RowOrder::Entry& other : order.column(column))
        work_[other.position] += value * A.value[static_cast<std::size_t>(other.at)];
    }
    diagonal_[k] = work_[k] + regularisation;
    work_[k] = 0;
    const auto take = [&](const CompressedRows<>& part, std::vector<Real>& values) {
      Index at = part.range(k).begin;
      for (const Index i : part[k]) values[at++] = work_[i], work_[i] = 0;
    };
    take(before_, before_value_);
    take(after_, after_value_);
  }
}

void SparseFactor::add_column(Index k, Out<Real> out) const {
  Index at = before_.range(k).begin;
  for (const Index i : before_[k]) out[i] += before_value_[at++];
  at = after_.range(k).begin;
  for (const Index i : after_[k]) out[i] += after_value_[at++];
}

Real SparseFactor::product(Index k, View<Real> x) const {
  Real sum = diagonal_[k] * x[k];
  Index at = before_.range(k).begin;
  for (const Index i : before_[k]) sum += before_value_[at++] * x[i];
  at = after_.range(k).begin;
  for (const Index i : after_[k]) sum += after_value_[at++] * x[i];
  return sum;
}

void SparseFactor::factorise(View<std::uint8_t> picked, Index from) {
  for (Index k = from; k < size(); ++k) eliminate(picked, k);
}

/// Row k of L and its pivot, from the rows before.
void SparseFactor::eliminate(View<std::uint8_t> picked, Index k) {
  selected_[k] = picked[k];
  if (!picked[k]) {
    each_in_row(k, [&](Index, Index place) { L_[place] = 0; });
    pivot_[k] = inverse_[k] = 1;
    return;
  }
  Index at = before_.range(k).begin;
  for (const Index i : before_[k]) {
    if (picked[i]) work_[i] = before_value_[at];
    ++at;
  }
  Real pivot = diagonal_[k];
  each_in_row(k, [&](Index column, Index place) {
    const Real y = work_[column], scaled = y * inverse_[column];
    work_[column] = 0;
    L_[place] = scaled;
    if (y == 0) return;
    for (Index e = start_[column]; e < place; ++e) work_[row_[e]] -= L_[e] * y;
    pivot -= y * scaled;
  });
  // The exact pivot is at least `regularisation`; a smaller one is a rounding error.
  pivot_[k] = std::max(pivot, regularisation_);
  inverse_[k] = 1 / pivot_[k];
}

/// L D L' of the rows after k changes by weight l l', where l is column k of L. Returns false if digits would be lost;
/// the factor from k on is then to be computed anew.
bool SparseFactor::change(Index k, Real weight) {
  for (Index e = start_[k]; e < start_[k + 1]; ++e) work_[row_[e]] = L_[e];
  bool sound = true;
  for (Index j = parent_[k]; j != kNone; j = parent_[j]) {
    const Real w = work_[j];
    work_[j] = 0;
    if (w == 0) continue;
    const Real old = pivot_[j], pivot = old + weight * w * w;
    sound = sound && pivot > kLeastShare * old;
    if (!sound) continue;
    const Real gain = weight * w / pivot;
    weight *= old / pivot;
    pivot_[j] = pivot;
    inverse_[j] = 1 / pivot;
    for (Index e = start_[j]; e < start_[j + 1]; ++e) {
      Real& next = work_[row_[e]];
      next -= w * L_[e];
      L_[e] += gain * next;
    }
  }
  return sound;
}

void SparseFactor::leave(View<std::uint8_t> picked, Index k) {
  each_in_row(k, [&](Index, Index place) { L_[place] = 0; });
  const bool sound = change(k, pivot_[k]);
  for (Index e = start_[k]; e < start_[k + 1]; ++e) L_[e] = 0;
  pivot_[k] = inverse_[k] = 1;
  selected_[k] = 0;
  if (!sound) factorise(picked, k);
}

void SparseFactor::enter(View<std::uint8_t> picked, Index k) {
  eliminate(picked, k);
  // Column k: what K has there, less what the columns before contribute.
  Index at = after_.range(k).begin;
  for (const Index i : after_[k]) {
    if (picked[i]) work_[i] = after_value_[at];
    ++at;
  }
  each_in_row(k, [&](Index column, Index place) {
    const Real y = L_[place] * pivot_[column];
    if (y == 0) return;
    for (Index e = place + 1; e < start_[column + 1]; ++e) work_[row_[e]] -= L_[e] * y;
  });
  for (Index e = start_[k]; e < start_[k + 1]; ++e) {
    L_[e] = work_[row_[e]] * inverse_[k];
    work_[row_[e]] = 0;
  }
  if (!change(k, -pivot_[k])) factorise(picked, k);
}

void SparseFactor::solve(Out<Real> x) const {
  const Index n = size();
  for (Index k = 0; k < n; ++k) {
    const Real y = x[k];
    if (y == 0) continue;
    for (Index e = start_[k]; e < start_[k + 1]; ++e) x[row_[e]] -= L_[e] * y;
  }
  for (Index k = n; k-- > 0;) {
    if (!selected_[k]) continue;
    Real even = x[k] * inverse_[k], odd = 0;
    Index e = start_[k];
    for (; e + 1 < start_[k + 1]; e += 2) {
      even -= L_[e] * x[row_[e]];
      odd -= L_[e + 1] * x[row_[e + 1]];
    }
    if (e < start_[k + 1]) even -= L_[e] * x[row_[e]];
    x[k] = even + odd;
  }
}

}  // namespace local_sqp
