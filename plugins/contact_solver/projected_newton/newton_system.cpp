#include "newton_system.hpp"

#include <algorithm>

namespace projected_newton {
using namespace tactus;

namespace {
constexpr Index kDense = 120;  ///< unknowns up to which a dense factorisation is the faster one
}

void NewtonSystem::prepare(const ReactionProblem& problem, View<const ContactLaw*> laws) {
  problem_ = &problem;
  W_ = problem.delassus->sparse();
  laws_ = laws;
  order_.clear();
  first_.assign(1, 0);
  place_.resize(static_cast<std::size_t>(problem.contacts));
  for (std::size_t l = 0; l < laws.size(); ++l) {
    for (Index i = 0; i < problem.contacts; ++i)
      if (problem.law[static_cast<std::size_t>(i)] == static_cast<std::int32_t>(l)) {
        place_[static_cast<std::size_t>(i)] = static_cast<Index>(order_.size());
        order_.push_back(i);
      }
    first_.push_back(static_cast<Index>(order_.size()));
  }
  const auto dim = static_cast<std::size_t>(problem.dim);
  C_.resize(order_.size() * dim);
  C_U_.resize(order_.size() * dim * dim);
  C_R_.resize(order_.size() * dim * dim);
  const Index unknowns = problem.contacts * problem.dim;
  dense_ = unknowns <= kDense;
  if (dense_) return;
  rows_.resize(unknowns, unknowns);
  rows_.resizeNonZeros(static_cast<Index>(W_->value.size()));
  with_dimension(problem.dim, [&]<int D>(Dimension<D>) {
    C_U_.assign(C_U_.size(), 0);
    C_R_.assign(C_R_.size(), 0);
    fill<D>(0);
  });
  columns_ = rows_;
  sparse_.analyzePattern(columns_);
}

Real NewtonSystem::linearise(View<Real> U, View<Real> R, bool derivatives, Context& context) {
  const auto dim = static_cast<std::size_t>(problem_->dim);
  for (std::size_t l = 0; l < laws_.size(); ++l) {
    const auto first = static_cast<std::size_t>(first_[l]),
               count = static_cast<std::size_t>(first_[l + 1]) - first;
    if (count == 0) continue;
    laws_[l]->linearise({.problem = problem_,
                         .contacts = View<Index>(order_).subspan(first, count),
                         .U = U,
                         .R = R,
                         .C = C_.data() + first * dim,
                         .dC_dU = derivatives ? C_U_.data() + first * dim * dim : nullptr,
                         .dC_dR = derivatives ? C_R_.data() + first * dim * dim : nullptr},
                        context);
  }
  return map(View<Real>(C_)).squaredNorm();
}

/// Rows of scalars from rows of blocks: C_U W, and on the diagonal eps C_U D + C_R.
template <int D>
void NewtonSystem::fill(Real eps) {
  const auto put = [&](Index i, Index k, const Mat<D>& J) {
    const Index from = W_->start[static_cast<std::size_t>(i)],
                blocks = W_->start[static_cast<std::size_t>(i) + 1] - from;
    const Index j = W_->column[static_cast<std::size_t>(k)];
    if (dense_) {
      matrix_.block<D, D>(i * D, j * D) = J;
      return;
    }
    for (int a = 0; a < D; ++a)
      for (int b = 0; b < D; ++b) {
        const Index at = from * D * D + a * blocks * D + (k - from) * D + b;
        rows_.valuePtr()[at] = J(a, b);
        rows_.innerIndexPtr()[at] = static_cast<int>(j * D + b);
      }
  };
  for (Index i = 0; i < problem_->contacts; ++i) {
    const Index from = W_->start[static_cast<std::size_t>(i)],
                to = W_->start[static_cast<std::size_t>(i) + 1];
    if (!dense_)
      for (int a = 0; a <= D; ++a)
        rows_.outerIndexPtr()[i * D + a] = static_cast<int>(from * D * D + a * (to - from) * D);
    const Index at = place_[static_cast<std::size_t>(i)];
    const Mat<D> C_U = block<D>(C_U_, at), C_R = block<D>(C_R_, at);
    for (Index k = from; k < to; ++k) {
      Mat<D> J = C_U * block<D>(W_->value, k);
      if (W_->column[static_cast<std::size_t>(k)] == i)
        J += C_R + eps * block<D>(problem_->delassus_diagonal, i).trace() / D * C_U;
      put(i, k, J);
    }
  }
}

bool NewtonSystem::step(Real eps, Out<Real> dR) {
  const Index dim = problem_->dim, unknowns = problem_->contacts * dim;
  right_.resize(unknowns);
  for (std::size_t at = 0; at < order_.size(); ++at)
    right_.segment(order_[at] * dim, dim) =
        -map(View<Real>(C_)).segment(static_cast<Index>(at) * dim, dim);
  if (dense_) matrix_.setZero(unknowns, unknowns);
  with_dimension(problem_->dim, [&]<int D>(Dimension<D>) { fill<D>(eps); });
  if (dense_) {
    lu_.compute(matrix_);
    solution_ = lu_.solve(right_);
  } else {
    columns_ = rows_;
    sparse_.factorize(columns_);
    if (sparse_.info() != Eigen::Success) return false;
    solution_ = sparse_.solve(right_);
  }
  map(dR) = solution_;
  return solution_.allFinite();
}

}  // namespace projected_newton
