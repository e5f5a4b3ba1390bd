#include "program.hpp"

#include <cmath>

namespace sqp {
namespace {

/// Of the largest violation without contact: rows below their bounds by less take no part.
constexpr Real kTolerance = 1e-11;

}  // namespace

Outcome Program::solve(const LinearRows& rows, ShiftedSolver& K, Out<Real> l, Out<Real> s,
                       Context& context) {
  begin(rows, l, s);
  std::fill(l.begin(), l.end(), Real{0});
  while (take_violated(rows, s)) {
    if (context.stopped()) return Outcome::failed(Cause::interrupted, "interrupted");
    if (Outcome bad = add_columns(rows, K, context); !bad) return bad;
    if (!complementarity_.solve(W_, q_, force_))
      return Outcome::retry(
          Cause::not_converged,
          "which contacts push was not found: the sets of rows go round in circles");
    correct(l, s);
  }
  return {};
}

void Program::begin(const LinearRows& rows, View<Real> l, View<Real> s) {
  dofs_ = s.size();
  start_.assign(s.begin(), s.end());
  taken_.clear(), W_.clear(), q_.clear(), force_.clear();
  is_taken_.assign(static_cast<std::size_t>(rows.count()), 0);
  for (Index row = 0; row < rows.count(); ++row)
    if (l[static_cast<std::size_t>(row)] > 0) taken_.push_back(row);
  pushed_ = static_cast<Index>(taken_.size());
}

/// Adds the rows that the correction violates; true if some row has no column yet.
bool Program::take_violated(const LinearRows& rows, View<Real> s) {
  Real deepest = 0;
  for (Index row = 0; row < rows.count(); ++row)
    deepest = std::max(deepest, -(rows.above(row) + rows.along(row, start_)));
  for (const Index row : taken_) is_taken_[static_cast<std::size_t>(row)] = 1;
  for (Index row = 0; row < rows.count(); ++row)
    if (!is_taken_[static_cast<std::size_t>(row)] &&
        rows.above(row) + rows.along(row, s) < -kTolerance * deepest)
      taken_.push_back(row);
  return taken_.size() > q_.size();
}

/// Columns, entries of W and right-hand sides of the rows that were taken last.
Outcome Program::add_columns(const LinearRows& rows, ShiftedSolver& K, Context& context) {
  const std::size_t before = q_.size(), now = taken_.size();
  columns_.resize(now * dofs_);
  right_.assign((now - before) * dofs_, 0);
  for (std::size_t k = before; k < now; ++k)
    rows.add(taken_[k], 1, Out<Real>(right_).subspan((k - before) * dofs_, dofs_));
  if (Outcome bad = K.solve(right_, Out<Real>(columns_).subspan(before * dofs_),
                            static_cast<Index>(now - before), context);
      !bad)
    return bad;
  grown_.resize(now * now);
  for (std::size_t i = 0; i < now; ++i)
    for (std::size_t j = 0; j <= i; ++j)
      grown_[i * now + j] = grown_[j * now + i] =
          i < before ? W_[i * before + j] : rows.along(taken_[j], column(i));
  W_.swap(grown_);
  for (std::size_t k = before; k < now; ++k) {
    if (!(W_[k * now + k] > 0))
      return Outcome::failed(Cause::infeasible,
                             "two bodies are pressed into each other where supports or obstacles "
                             "leave neither free to move",
                             {Item::contact, taken_[k]});
    q_.push_back(rows.above(taken_[k]) + rows.along(taken_[k], start_));
    force_.push_back(static_cast<Index>(k) < pushed_ ? 1 : Complementarity::kUnknown);
  }
  return {};
}

void Program::correct(Out<Real> l, Out<Real> s) {
  std::copy(start_.begin(), start_.end(), s.begin());
  for (std::size_t k = 0; k < taken_.size(); ++k) {
    l[static_cast<std::size_t>(taken_[k])] = force_[k];
    if (force_[k] != 0) map(s) += force_[k] * map(column(k));
  }
}

}  // namespace sqp
