#include "core/model/automatic_solver.hpp"

#include <algorithm>
#include <cmath>

#include "core/model/definite_solver.hpp"
#include "core/model/general_solver.hpp"
#include "tactus/component.hpp"

namespace tactus::core {
namespace {

// Fitted to bench_linear, ns on one core; only their ratios matter. A factorisation is that of a pattern
// that is known: in a run the analysis is made once.
constexpr Real kPlaneFactor = 300, kSpaceFactor = 21.5;     ///< n^1.12, n^1.62 of them
constexpr Real kPlaneSolution = 120, kSpaceSolution = 400;  ///< an unknown
constexpr Real kPlaneIteration = 1, kSpaceIteration = 9.5;  ///< n^1.2, n of them
constexpr Real kOfShare = 18.7;                 ///< iterations times the root of the share
constexpr Real kOfPlane = 11.8, kOfSpace = 24;  ///< times nodes along a line, without mass

}  // namespace

AutomaticSolver::AutomaticSolver(const Model& model)
    : model_(model), definite_(make_definite_solver(model)), general_(make_general_solver(model)),
      iterative_(model) {}

/// Rows next to a degree of freedom that is held, which has a unit row, have less to add up.
Real AutomaticSolver::mass_share(const SparseView& a) {
  const Index b = a.block;
  std::vector<std::uint8_t> held(static_cast<std::size_t>(a.rows), 0);
  const auto for_row = [&](Index i, auto&& use) {
    for (Index k = a.start[static_cast<std::size_t>(i)];
         k < a.start[static_cast<std::size_t>(i) + 1]; ++k)
      use(k, a.column[static_cast<std::size_t>(k)]);
  };
  for (Index i = 0; i < a.rows; ++i)
    for (Index d = 0; d < b; ++d) {
      Real others = 0, own = 0;
      for_row(i, [&](Index k, Index column) {
        for (Index e = 0; e < b; ++e) {
          const Real value = a.value[static_cast<std::size_t>((k * b + d) * b + e)];
          (column == i && e == d ? own : others) += std::abs(value);
        }
      });
      if (own == 1 && others == 0) held[static_cast<std::size_t>(i)] = 1;
    }
  Real sum = 0, diagonal = 0;
  for (Index i = 0; i < a.rows; ++i) {
    bool is_next = false;
    for_row(i,
            [&](Index, Index column) { is_next |= held[static_cast<std::size_t>(column)] != 0; });
    if (is_next) continue;
    for_row(i, [&](Index k, Index column) {
      for (Index d = 0; d < b; ++d) {
        const Real value = a.value[static_cast<std::size_t>((k * b + d) * b + d)];
        sum += value;
        if (column == i) diagonal += value;
      }
    });
  }
  return diagonal > 0 ? std::clamp<Real>(sum / diagonal, 0, 1) : 0;
}

/// A factorisation does not see the nodes that are coupled to none, as those of obstacles; iterations go over all.
AutomaticSolver::Costs AutomaticSolver::costs_of(const SparseView& a) const {
  const bool in_space = model_.dim() == 3;
  Index coupled = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(a.rows); ++i)
    coupled += a.start[i + 1] > a.start[i] + 1;
  const auto nodes = static_cast<Real>(std::max<Index>(coupled, 1)),
             all = static_cast<Real>(a.rows * a.block), n = nodes * static_cast<Real>(a.block);
  const Real line = std::pow(nodes, in_space ? 1. / 3 : 1. / 2);
  const Real most = (in_space ? kOfSpace : kOfPlane) * line, share = mass_share(a);
  const Real iterations = share > 0 ? std::min(most, kOfShare / std::sqrt(share)) : most;
  const Real iteration = in_space ? kSpaceIteration * all : kPlaneIteration * std::pow(all, 1.2);
  return {.factor = in_space ? kSpaceFactor * std::pow(n, 1.62) : kPlaneFactor * std::pow(n, 1.12),
          .solution = (in_space ? kSpaceSolution : kPlaneSolution) * n,
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
    if (costs_.iterations > costs_.factor + costs_.solution) return factor(context);
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
