// Implements reactions/newton_system.hpp: the linear system of one step of the semismooth Newton
// method. Each law gives an equation
// C_i(U_i, R_i) = 0 (Solfec, 76-77, 80, 81-83 or 87) in velocity units. With U = B + W R, a step dR
// satisfies
//   (C_U (W + eps D) + C_R) dR = -C,      D_ii = (trace W_ii / dim) I.
// C_U and C_R are block diagonal, so that the matrix has the pattern of W. For a contact that
// sticks, C_U = I and C_R = 0, and its rows are those of W. These are linearly dependent as soon
// as more contacts hold a body than necessary; the term eps D makes the system regular without
// changing the right-hand side and hence the solution.
#include "tactus/reactions/newton_system.hpp"

#include <Eigen/LU>
#include <algorithm>

namespace tactus {
namespace {

constexpr Index kGrain = 512;  ///< contacts per task of a thread

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

void NewtonSystem::prepare(const ReactionProblem& problem, View<const ContactLaw*> laws,
                           BlockFactor& factor) {
  factor_ = &factor;
  problem_ = &problem;
  W_ = problem.delassus->sparse();
  laws_ = laws;
  order_.clear();
  first_.assign(1, 0);
  place_.resize(at(problem.contacts));
  for (std::size_t l = 0; l < laws.size(); ++l) {
    for (Index i = 0; i < problem.contacts; ++i)
      if (problem.law[at(i)] == static_cast<std::int32_t>(l)) {
        place_[at(i)] = static_cast<Index>(order_.size());
        order_.push_back(i);
      }
    first_.push_back(static_cast<Index>(order_.size()));
  }
  const auto dim = at(problem.dim);
  C_.resize(order_.size() * dim);
  C_U_.resize(order_.size() * dim * dim);
  C_R_.resize(order_.size() * dim * dim);
  matrix_.resize(W_->value.size());
  open_.resize(at(problem.contacts));
  rest_.resize(at(problem.contacts) * dim);
}

Real NewtonSystem::linearise(View<Real> U, View<Real> R, bool derivatives, Context& context) {
  const auto dim = at(problem_->dim);
  for (std::size_t l = 0; l < laws_.size(); ++l) {
    const Index first = first_[l];
    context.executor->for_each(first_[l + 1] - first, kGrain, [&](Range part, Context& local) {
      const std::size_t begin = at(first + part.begin);
      laws_[l]->linearise({.problem = problem_,
                           .contacts = View<Index>(order_).subspan(begin, at(part.size())),
                           .U = U,
                           .R = R,
                           .C = C_.data() + begin * dim,
                           .dC_dU = derivatives ? C_U_.data() + begin * dim * dim : nullptr,
                           .dC_dR = derivatives ? C_R_.data() + begin * dim * dim : nullptr},
                          local);
    });
  }
  return map(View<Real>(C_)).squaredNorm();
}

/// The step of open contacts, C_R dR = -C; zero for all others.
template <int D>
bool NewtonSystem::settle_open(Out<Real> dR) {
  for (Index i = 0; i < problem_->contacts; ++i) {
    const Index k = place_[at(i)];
    Eigen::Map<Vec<D>> step(dR.data() + i * D);
    step.setZero();
    // The equation of an open contact is R = 0, whatever its velocity. Its step decouples from
    // all others, and leaving it out keeps the factorised matrix small.
    open_[at(i)] = (block<D>(C_U_, k).array() == 0).all();
    if (!open_[at(i)]) continue;
    const Mat<D> C_R = block<D>(C_R_, k);
    step = -(C_R.inverse() * point<D>(C_, k));
    if (!step.allFinite()) return false;
  }
  return true;
}

/// The row of contact i of C_U W, with eps C_U D + C_R added on the diagonal.
template <int D>
void NewtonSystem::fill_row(Index i, Real eps) {
  const Index k = place_[at(i)];
  const Mat<D> C_U = block<D>(C_U_, k);
  for (Index b = W_->start[at(i)]; b < W_->start[at(i) + 1]; ++b) {
    Eigen::Map<Mat<D>> J(matrix_.data() + b * D * D);
    J.noalias() = C_U * block<D>(W_->value, b);
    if (W_->column[at(b)] == i)
      J += block<D>(C_R_, k) + eps * block<D>(problem_->delassus_diagonal, i).trace() / D * C_U;
  }
}

/// -C - J dR for contact i, which is not open.
template <int D>
Vec<D> NewtonSystem::remainder(Index i, View<Real> dR) const {
  // The steps of open contacts are already contained in dR, so that their effect on the others
  // moves to the right-hand side here.
  Vec<D> sum = -point<D>(C_, place_[at(i)]);
  for (Index b = W_->start[at(i)]; b < W_->start[at(i) + 1]; ++b)
    sum -= block<D>(matrix_, b) * point<D>(dR, W_->column[at(b)]);
  return sum;
}

/// Solves the system, and refines the solution once, because rows are not exchanged between
/// contacts.
template <int D>
bool NewtonSystem::step_in(Real eps, Out<Real> dR, Context& context) {
  constexpr Real kGood = 1e-10, kUsable = 1e-3;  // relative to the right-hand side
  const auto each = [&](const auto& of_contact) {
    context.executor->for_each(problem_->contacts, kGrain, [&](Range part, Context&) {
      for (Index i = part.begin; i < part.end; ++i) of_contact(i);
    });
  };
  if (!settle_open<D>(dR)) return false;
  each([&](Index i) {
    if (!open_[at(i)]) fill_row<D>(i, eps);
  });
  if (!factor_->factorise<D>(matrix_, open_, context)) return false;
  Real left = kUnlimited, size = 0;
  for (int pass = 0; pass < 3; ++pass) {
    each([&](Index i) {
      Eigen::Map<Vec<D>> rest(rest_.data() + i * D);
      rest = open_[at(i)] ? Vec<D>(Vec<D>::Zero()) : remainder<D>(i, dR);
    });
    left = map(View<Real>(rest_)).norm();
    if (pass == 0) size = left;
    // Iterative refinement. The factorisation exchanges rows only within the block of a contact,
    // which keeps its pattern fixed but may lose digits; solving again for the remainder restores
    // them.
    if (pass > 0 && left <= kGood * size) break;
    factor_->solve<D>(rest_, context);
    map(dR) += map(View<Real>(rest_));
  }
  return left <= kUsable * size && map(View<Real>(dR)).allFinite();
}

bool NewtonSystem::step(Real eps, Out<Real> dR, Context& context) {
  return with_dimension(problem_->dim,
                        [&]<int D>(Dimension<D>) { return step_in<D>(eps, dR, context); });
}

}  // namespace tactus
