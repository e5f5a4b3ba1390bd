#include "core/model/automatic_solver.hpp"

#include <algorithm>
#include <cmath>

#include "core/model/definite_solver.hpp"
#include "core/model/general_solver.hpp"
#include "tactus/component.hpp"

namespace tactus::core {
namespace {

// ns on one core of the machine that docs/performance.md names; only their ratios matter.
constexpr Real kProduct = 0.7;      ///< an entry of the matrix and iteration
constexpr Real kVector = 8;         ///< an unknown and iteration
constexpr Real kPlaneFactor = 170;  ///< n^1.25 of them: analysis and factorisation
constexpr Real kSpaceFactor = 37;   ///< n^1.62
constexpr Real kPlaneSolution = 8, kSpaceSolution = 5;  ///< n^1.2, n^1.25
constexpr Real kOfShare = 20;                           ///< iterations times the root of the share
constexpr Real kOfPlane = 14, kOfSpace = 28;  ///< iterations over nodes along a line, without mass

}  // namespace

AutomaticSolver::AutomaticSolver(const Model& model)
    : model_(model), definite_(make_definite_solver(model)), general_(make_general_solver(model)),
      iterative_(model) {}

Real AutomaticSolver::mass_share(const SparseView& a) {
  const Index b = a.block;
  Real sum = 0, diagonal = 0;
  for (Index i = 0; i < a.rows; ++i)
    for (Index k = a.start[static_cast<std::size_t>(i)];
         k < a.start[static_cast<std::size_t>(i) + 1]; ++k)
      for (Index d = 0; d < b; ++d) {
        const Real value = a.value[static_cast<std::size_t>((k * b + d) * b + d)];
        sum += value;
        if (a.column[static_cast<std::size_t>(k)] == i) diagonal += value;
      }
  return diagonal > 0 ? std::clamp<Real>(sum / diagonal, 0, 1) : 0;
}

AutomaticSolver::Costs AutomaticSolver::costs_of(const SparseView& a) const {
  const bool in_space = model_.dim() == 3;
  const auto n = static_cast<Real>(a.rows * a.block), entries = static_cast<Real>(a.value.size());
  const Real iteration = kProduct * entries + kVector * n;
  const Real line = std::pow(static_cast<Real>(a.rows), in_space ? 1. / 3 : 1. / 2);
  const Real most = (in_space ? kOfSpace : kOfPlane) * line, share = mass_share(a);
  const Real iterations = share > 0 ? std::min(most, 3 + kOfShare / std::sqrt(share)) : most;
  return {
      .factor = in_space ? kSpaceFactor * std::pow(n, 1.62) : kPlaneFactor * std::pow(n, 1.25),
      .solution = in_space ? kSpaceSolution * std::pow(n, 1.25) : kPlaneSolution * std::pow(n, 1.2),
      .iteration = iteration,
      .iterations = iterations * iteration};
}

Outcome AutomaticSolver::prepare(const LinearOperator& a, Context& context) {
  a_ = &a;
  chosen_ = nullptr;
  columns_ = 0;
  if (!a.symmetric()) {
    chosen_ = general_.get();
  } else if (a.sparse()) {
    costs_ = costs_of(*a.sparse());
    if (costs_.iterations > costs_.factor) return factor(context);
    iterative_.set_most_iterations(1 + static_cast<Index>(costs_.factor / costs_.iteration));
    // What the factorisation would refuse, too, is refused in its words.
    if (!iterative_.prepare(a, context)) return factor(context);
    return {};
  } else {
    chosen_ = &iterative_;
  }
  return chosen_->prepare(a, context);
}

Outcome AutomaticSolver::factor(Context& context) {
  chosen_ = definite_.get();
  return chosen_->prepare(*a_, context);
}

/// Iterates until factors would have been cheaper for all columns together.
Outcome AutomaticSolver::solve(View<Real> b, Out<Real> x, Index columns, Context& context) {
  expects(a_ != nullptr, "a linear solver was asked to solve before it was given a matrix");
  columns_ += columns;
  const auto all = static_cast<Real>(columns_);
  if (!chosen_ && all * (costs_.iterations - costs_.solution) <= costs_.factor) {
    iterates_ = true;
    const Outcome outcome = iterative_.solve(b, x, columns, context);
    if (outcome || outcome.status == Status::failed) return outcome;
  }
  if (!chosen_)
    if (Outcome bad = factor(context); !bad) return bad;
  iterates_ = chosen_ == &iterative_;
  return chosen_->solve(b, x, columns, context);
}

}  // namespace tactus::core
