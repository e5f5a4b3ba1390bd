/// \file reaction_operator.hpp  The operator of a stage in reactions: W = H A^-1 H', and the velocities v = v_free +
/// A^-1 H' R, with the tangent A of the problem. It is diagonal where elasticity is explicit, and sparse where it is
/// implicit.
#pragma once

#include <memory>
#include <vector>

#include "core/contact/reaction_rows.hpp"
#include "tactus/step_problem.hpp"

namespace tactus::core {

class ReactionOperator {
 public:
  explicit ReactionOperator(Index dofs) : inverse_a_(static_cast<std::size_t>(dofs), 0) {}

  /// For integrators whose steps are implicit: solves with their tangent.
  void set_inverse(std::unique_ptr<LinearSolver> inverse) { inverse_ = std::move(inverse); }

  /// W of these contacts, with the tangent at `velocity` [dofs].
  Outcome form(StepProblem& problem, const ReactionRows& rows, View<Real> velocity,
               Context& context);
  /// W of no contacts at all.
  void form_empty(Index dim);
  /// After form(): see Delassus::free_held(). @param contacts  [contacts] 1: its law is implicit
  void free_held(const StepProblem& problem, View<std::uint8_t> contacts) {
    delassus_.free_held(contacts, problem.fixed());
  }
  const Delassus& delassus() const { return delassus_; }

  /// Adds H' R to `impulse` [dofs], and A^-1 of the sum to `velocity`.
  Outcome move(const StepProblem& problem, const ReactionRows& rows, View<Real> reactions,
               Out<Real> impulse, Out<Real> velocity, Context& context);

 private:
  Outcome form_sparse(StepProblem& problem, const ReactionRows& rows, const LinearOperator& a,
                      Context& context);

  std::vector<Real> inverse_a_;            ///< [dofs] 1/kg, of diagonal tangents
  std::unique_ptr<LinearSolver> inverse_;  ///< null: tangents are diagonal
  Delassus delassus_;
};

}  // namespace tactus::core
