#include "core/step/reaction_operator.hpp"

namespace tactus::core {

/// The inverse of a diagonal A is 0 for fixed degrees of freedom, which no reaction can move.
Outcome ReactionOperator::form(StepProblem& problem, const ReactionRows& rows, View<Real> velocity,
                               Context& context) {
  const LinearOperator* a = nullptr;
  if (Outcome bad = problem.tangent(velocity, a, context); !bad) return bad;
  if (problem.structure() == Structure::sparse && inverse_)
    return form_sparse(problem, rows, *a, context);
  if (problem.structure() != Structure::diagonal || a->diagonal().size() != velocity.size())
    return Outcome::failed(Cause::unsupported,
                           "reactions need a tangent that is diagonal, where the integrator claims "
                           "explicit steps, or assembled");
  const View<Real> diagonal = a->diagonal();
  const View<std::uint8_t> fixed = problem.fixed();
  for (std::size_t i = 0; i < inverse_a_.size(); ++i)
    inverse_a_[i] = fixed[i] || diagonal[i] == 0 ? 0 : 1 / diagonal[i];
  delassus_.form(rows.map(), inverse_a_);
  return {};
}

Outcome ReactionOperator::form_sparse(StepProblem& problem, const ReactionRows& rows,
                                      const LinearOperator& a, Context& context) {
  if (!a.sparse() || a.size() != static_cast<Index>(inverse_a_.size()))
    return Outcome::failed(Cause::unsupported,
                           "reactions of an implicit step need its tangent as an assembled matrix");
  if (Outcome bad = inverse_->prepare(a, context); !bad) return bad;
  return delassus_.form(rows.map(), a, *inverse_, problem.fixed(), context);
}

void ReactionOperator::form_empty(Index dim) {
  static constexpr Index kNoEntries[] = {0};
  delassus_.form({.dim = static_cast<int>(dim), .start = kNoEntries}, inverse_a_);
}

Outcome ReactionOperator::move(const StepProblem& problem, const ReactionRows& rows,
                               View<Real> reactions, Out<Real> impulse, Out<Real> velocity,
                               Context& context) {
  rows.map().add_transposed(reactions, impulse);
  if (problem.structure() == Structure::diagonal) {
    map(velocity) += map(View<Real>(inverse_a_)).cwiseProduct(map(View<Real>(impulse)));
    return {};
  }
  const Scratch::Frame frame(*context.scratch);
  const auto n = static_cast<Index>(velocity.size());
  const Out<Real> push = context.scratch->take<Real>(n), change = context.scratch->take<Real>(n);
  const View<std::uint8_t> fixed = problem.fixed();
  for (std::size_t i = 0; i < push.size(); ++i) push[i] = fixed[i] ? 0 : impulse[i];
  map(change).setZero();
  if (Outcome bad = inverse_->solve(push, change, 1, context); !bad) return bad;
  for (std::size_t i = 0; i < push.size(); ++i)
    if (!fixed[i]) velocity[i] += change[i];
  return {};
}

}  // namespace tactus::core
