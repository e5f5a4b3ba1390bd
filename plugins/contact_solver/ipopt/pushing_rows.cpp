#include "pushing_rows.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tactus/contact_lengths.hpp>
#include <tactus/statics/restraint.hpp>

namespace ipopt {
namespace {

constexpr int kIterations = 20;
constexpr Real kRounding = std::numeric_limits<Real>::epsilon();
constexpr Real kTolerance = 1e-12;  ///< of the largest increment: the last correction
constexpr Real kOfScene = 1e-3;     ///< what is compared with increments that are next to zero
constexpr Real kMargins = 1e-3;     ///< how far rows may be below their bounds in the end
constexpr Real kLeast =
    1e-8;  ///< of the mean of K's diagonal, added to it where nothing has inertia
constexpr Real kRests = 1e-10;  ///< of the largest contact force: out of balance in the end
constexpr Real kRank = 1e-10;   ///< of W with a diagonal of 1: rows given twice share their force

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

void PushingRows::setup(LinearSolvers& linear) {
  solver_ = linear.make(LinearMethod::general);
  assembler_ = linear.assembler();
}

Outcome PushingRows::solve(const ImplicitStep& step, Out<Real> multiplier, Context& context) {
  const Out<Real> w = step.solution.w;
  for (auto* a : {&r_, &s_}) a->resize(w.size());
  for (int k = 0; k < kIterations; ++k) {
    if (context.stopped()) return Outcome::failed(Cause::interrupted, "interrupted");
    if (Outcome bad = linearise(step, multiplier, context); !bad) return bad;
    if (Outcome bad = find_columns(context); !bad) return bad;
    find_multipliers(multiplier);
    map(w) += map(View<Real>(s_));
    if (Outcome bad = evaluate(step, context); !bad) return bad;
    if (take_in(multiplier, context)) continue;
    if (is_small(w, context)) return {};
    // What next to nothing resists may move on for ever. Balanced forces are enough then, but not before: as long as
    // corrections become smaller, each brings what is resisted closer to rounding.
    const bool is_last = k == kIterations - 1;
    if (is_restrained_ && is_last && is_balanced(step, multiplier, context)) return {};
  }
  return Outcome::retry(Cause::not_converged,
                        "which contacts push was not found from the solution of IPOPT");
}

Outcome PushingRows::evaluate(const ImplicitStep& step, Context& context) {
  rows_ = &step.contact.rows();
  list_.resize(at(rows_->count));
  std::iota(list_.begin(), list_.end(), Index{0});
  value_.resize(list_.size());
  gradient_.resize(rows_->dof.size());
  if (list_.empty()) return {};
  return step.contact.evaluate(list_, step.solution.w,
                               {.value = value_.data(), .gradient = gradient_.data()}, context);
}

/// Adds rho/2 |Gs + c|^2 to what is minimised, with the rows that push, Gs + c = 0, and the mean rho of the diagonal
/// of K.
/// It changes no solution, and makes K regular where these rows alone hold a body. So does a little on the diagonal
/// where they hold it along one direction alone.
void PushingRows::stiffen(const SparseView& K, View<std::uint8_t> fixed) {
  const auto block = static_cast<Index>(K.block);
  Real sum = 0, count = 0;
  for (Index i = 0; i < K.rows; ++i)
    for (Index k = K.start[at(i)]; k < K.start[at(i + 1)]; ++k)
      for (Index c = 0; c < block && K.column[at(k)] == i; ++c)
        if (!fixed[at(i * block + c)])
          sum += std::abs(K.value[at((k * block + c) * block + c)]), ++count;
  const Real rho = sum / std::max<Real>(count, 1);
  const Real least[] = {kLeast * rho};
  if (is_restrained_)
    for (Index i = 0; i < K.rows * block; ++i)
      if (!fixed[at(i)]) assembler_->add(View<Index>(&i, 1), View<Index>(&i, 1), least);
  for (const Index row : pushing_) {
    const std::size_t begin = at(rows_->start[at(row)]),
                      size = at(rows_->start[at(row + 1)]) - begin;
    const View<Real> g = View<Real>(gradient_).subspan(begin, size);
    const View<Index> dofs = rows_->dof.subspan(begin, size);
    block_.clear();
    for (const Real a : g)
      for (const Real b : g) block_.push_back(rho * a * b);
    assembler_->add(dofs, dofs, block_);
    for (std::size_t k = 0; k < size; ++k) r_[at(dofs[k])] += rho * above(row) * g[k];
  }
}

/// s = -K^-1 r, with the tangent K of the Lagrangian.
Outcome PushingRows::linearise(const ImplicitStep& step, View<Real> multiplier, Context& context) {
  const View<Real> w = step.solution.w;
  if (Outcome bad = evaluate(step, context); !bad) return bad;
  if (Outcome bad = step.problem.residual(w, r_, context); !bad) return bad;
  const LinearOperator* matrix = nullptr;
  if (Outcome bad = step.problem.tangent(w, matrix, context); !bad) return bad;
  pushing_.clear(), weights_.clear();
  for (const Index row : list_)
    if (multiplier[at(row)] > 0) pushing_.push_back(row), weights_.push_back(-multiplier[at(row)]);
  const View<std::uint8_t> fixed = step.problem.fixed();
  assembler_->reset(matrix, matrix->size());
  stiffen(*matrix->sparse(), fixed);
  if (Outcome bad = step.contact.hessian(pushing_, weights_, w, *assembler_, context); !bad)
    return bad;
  if (Outcome bad = solver_->prepare(assembler_->finish(), context); !bad) return bad;
  for (std::size_t i = 0; i < r_.size(); ++i) r_[i] = fixed[i] ? 0 : -r_[i];
  std::fill(s_.begin(), s_.end(), Real{0});
  return solver_->solve(r_, s_, 1, context);
}

/// K^-1 G_i' of the rows that push.
Outcome PushingRows::find_columns(Context& context) {
  const std::size_t dofs = s_.size();
  right_.assign(pushing_.size() * dofs, 0);
  columns_.assign(right_.size(), 0);
  for (std::size_t i = 0; i < pushing_.size(); ++i)
    for (Index k = rows_->start[at(pushing_[i])]; k < rows_->start[at(pushing_[i] + 1)]; ++k)
      right_[i * dofs + at(rows_->dof[at(k)])] += gradient_[at(k)];
  if (pushing_.empty()) return {};
  return solver_->solve(right_, columns_, static_cast<Index>(pushing_.size()), context);
}

/// Multipliers with which the linearised rows are at their bounds, and s with these forces. Rows that would pull
/// are left out, the others found anew.
void PushingRows::find_multipliers(Out<Real> multiplier) {
  const std::size_t dofs = s_.size();
  std::fill(multiplier.begin(), multiplier.end(), Real{0});
  std::vector<std::size_t> in(pushing_.size());
  std::iota(in.begin(), in.end(), std::size_t{0});
  while (!in.empty()) {
    const auto n = static_cast<Eigen::Index>(in.size());
    Eigen::MatrixXd W(n, n);
    Eigen::VectorXd q(n), root(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const Index row = pushing_[in[at(i)]];
      for (Eigen::Index j = 0; j < n; ++j)
        W(i, j) = along(row, View<Real>(columns_).subspan(in[at(j)] * dofs, dofs));
      root[i] = 1 / std::sqrt(std::max(std::abs(W(i, i)), std::numeric_limits<Real>::min()));
      q[i] = -(above(row) + along(row, s_));
    }
    const Eigen::MatrixXd scaled = root.asDiagonal() * W * root.asDiagonal();
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors;
    factors.setThreshold(kRank);
    factors.compute(scaled);
    const Eigen::VectorXd l = root.asDiagonal() * factors.solve(root.asDiagonal() * q);
    std::vector<std::size_t> pushing;
    for (Eigen::Index i = 0; i < n; ++i)
      if (l[i] > 0) pushing.push_back(in[at(i)]);
    if (pushing.size() < in.size()) {
      in = std::move(pushing);
      continue;
    }
    for (Eigen::Index i = 0; i < n; ++i) {
      multiplier[at(pushing_[in[at(i)]])] = l[i];
      map(Out<Real>(s_)) += l[i] * map(View<Real>(columns_).subspan(in[at(i)] * dofs, dofs));
    }
    return;
  }
}

/// Rows that have fallen below their bounds push from now on; true if there are any. The force of a new one is
/// found by the next iteration, so that any number above zero will do.
bool PushingRows::take_in(Out<Real> multiplier, const Context& context) {
  bool any = false;
  for (const Index row : list_) {
    if (above(row) >= -kMargins * contact_margin(context.scales) * rows_->scale[at(row)]) continue;
    any = true;
    if (multiplier[at(row)] == 0) multiplier[at(row)] = std::numeric_limits<Real>::min();
  }
  return any;
}

Real PushingRows::along(Index row, View<Real> x) const {
  Real sum = 0;
  for (Index k = rows_->start[at(row)]; k < rows_->start[at(row + 1)]; ++k)
    sum += gradient_[at(k)] * x[at(rows_->dof[at(k)])];
  return sum;
}

Real PushingRows::above(Index row) const { return value_[at(row)] - rows_->lower[at(row)]; }

bool PushingRows::is_small(View<Real> w, const Context& context) const {
  const Real moved = map(w).lpNorm<Eigen::Infinity>(),
             s = map(View<Real>(s_)).lpNorm<Eigen::Infinity>();
  return s <= std::max(kTolerance * std::max(moved, kOfScene * context.scales.length),
                       8 * kRounding * context.scales.coordinate);
}

/// Whether what next to nothing resists, such as the rolling of a disk, is all that still moves.
bool PushingRows::is_balanced(const ImplicitStep& step, View<Real> multiplier, Context& context) {
  if (!find_forces(step, multiplier, s_, context)) return false;
  if (!step.problem.residual(step.solution.w, r_, context)) return false;
  return is_at_rest(r_, s_, step.problem.fixed(), kRests);
}

Outcome PushingRows::find_forces(const ImplicitStep& step, View<Real> multiplier, Out<Real> force,
                                 Context& context) {
  std::fill(force.begin(), force.end(), Real{0});
  if (Outcome bad = evaluate(step, context); !bad) return bad;
  for (const Index row : list_)
    for (Index k = rows_->start[at(row)]; k < rows_->start[at(row + 1)]; ++k)
      force[at(rows_->dof[at(k)])] += gradient_[at(k)] * multiplier[at(row)];
  return {};
}

}  // namespace ipopt
