// The operator of a stage in reactions: W = H A^-1 H', and the velocities v = v_free + A^-1 H' R, with the
// tangent A of the problem. It is diagonal where elasticity is explicit, and sparse where it is implicit.
#include "core/step/reaction_stage.hpp"

namespace tactus::core {

/// The inverse of a diagonal A is 0 for fixed degrees of freedom, which no reaction can move.
Outcome ReactionStage::form_operator(StepProblem& problem, Context& context) {
  const LinearOperator* a = nullptr;
  if (Outcome bad = problem.tangent(w_, a, context); !bad) return bad;
  if (problem.structure() == Structure::sparse && inverse_)
    return form_sparse(problem, *a, context);
  if (problem.structure() != Structure::diagonal || a->diagonal().size() != w_.size())
    return Outcome::failed(Cause::unsupported,
                           "reactions need a tangent that is diagonal, where the integrator claims "
                           "explicit steps, or assembled");
  const View<Real> diagonal = a->diagonal();
  const View<std::uint8_t> fixed = problem.fixed();
  for (std::size_t i = 0; i < inverse_a_.size(); ++i)
    inverse_a_[i] = fixed[i] || diagonal[i] == 0 ? 0 : 1 / diagonal[i];
  delassus_.form(rows_.map(), inverse_a_);
  posed_normal_ = delassus_.largest_normal();
  return {};
}

Outcome ReactionStage::form_sparse(StepProblem& problem, const LinearOperator& a,
                                   Context& context) {
  if (!a.sparse() || a.size() != static_cast<Index>(w_.size()))
    return Outcome::failed(Cause::unsupported,
                           "reactions of an implicit step need its tangent as an assembled matrix");
  if (Outcome bad = inverse_->prepare(a, context); !bad) return bad;
  if (Outcome bad = delassus_.form(rows_.map(), a, *inverse_, problem.fixed(), context); !bad)
    return bad;
  posed_normal_ = delassus_.largest_normal();
  return {};
}

Outcome ReactionStage::move(StepProblem& problem, Context& context) {
  rows_.map().add_transposed(data_.reactions, impulse_);
  if (problem.structure() == Structure::diagonal) {
    map(Out<Real>(w_)) += map(View<Real>(inverse_a_)).cwiseProduct(map(View<Real>(impulse_)));
    return {};
  }
  const Scratch::Frame frame(*context.scratch);
  const auto n = static_cast<Index>(w_.size());
  const Out<Real> push = context.scratch->take<Real>(n), change = context.scratch->take<Real>(n);
  const View<std::uint8_t> fixed = problem.fixed();
  for (std::size_t i = 0; i < push.size(); ++i) push[i] = fixed[i] ? 0 : impulse_[i];
  map(change).setZero();
  if (Outcome bad = inverse_->solve(push, change, 1, context); !bad) return bad;
  for (std::size_t i = 0; i < push.size(); ++i)
    if (!fixed[i]) w_[i] += change[i];
  return {};
}

}  // namespace tactus::core
