// A row of contacts between bodies of 1 kg in the plane, each contact coupled with its two neighbours:
// a problem in reactions of any length, with few colours and large batches.
#pragma once

#include <cmath>

#include "apps/solve/solve_problem.hpp"  // IWYU pragma: export
#include "apps/solve/soundness.hpp"      // IWYU pragma: export
#include "core/support/executor.hpp"     // IWYU pragma: export
#include "core/support/reaction_data.hpp"
#include "tactus/conformance/executors.hpp"  // IWYU pragma: export
#include "tactus/contact_solver.hpp"
#include "tests/support/allocations.hpp"

namespace tactus::testing {

enum class ChainBlocks {
  symmetric,
  one_sided,  ///< a contact has a block with the one behind it only
};

/// W_ii = 2 I, W_ij = -0.5 I for neighbours; most contacts close, some slide.
inline core::FrictionProblem reaction_chain(Index contacts, ChainBlocks blocks) {
  core::FrictionProblem p;
  p.name = "chain";
  p.dim = 2;
  p.contacts = contacts;
  for (Index i = 0; i < contacts; ++i) {
    p.friction.push_back(0.2 + 0.1 * static_cast<Real>(i % 3));
    p.free_velocity.push_back(std::sin(static_cast<Real>(i)) - 0.5);
    p.free_velocity.push_back(std::cos(3 * static_cast<Real>(i)));
    for (Index j = std::max<Index>(i - 1, 0); j <= std::min(i + 1, contacts - 1); ++j) {
      if (j < i && blocks == ChainBlocks::one_sided) continue;
      const Real w = j == i ? 2 : -0.5;
      p.column.push_back(j);
      p.value.insert(p.value.end(), {w, 0, 0, w});
    }
    p.start.push_back(static_cast<Index>(p.column.size()));
  }
  return p;
}

/// The same chain in step after step, as a run has it: a solver that is kept, reactions that are
/// handed on.
class ChainStep {
 public:
  struct Solved {
    std::vector<Real> reactions;
    Index iterations = 0;
    std::size_t allocated_in_solver = 0;
  };
  explicit ChainStep(Index contacts)
      : problem_(reaction_chain(contacts, ChainBlocks::symmetric)), W_(problem_) {}

  Solved solve(ContactSolver& solver, const ContactLaw& law, Context& context,
               const std::vector<Real>& start = {}) const {
    core::ReactionData data = posed();
    if (!start.empty()) data.reactions = start;
    const ContactLaw* const laws[] = {&law};
    const ReactionProblem problem = data.problem();
    std::vector<Real> residuals;
    residuals.reserve(1000);
    ReactionSolution solution{.reactions = data.reactions, .report = {.residuals = &residuals}};
    const std::size_t before = allocations();
    const Outcome outcome = solver.solve(problem, laws, solution, context);
    const std::size_t after = allocations();
    if (!outcome) throw std::runtime_error(outcome.message);
    return {data.reactions, solution.report.iterations, after - before};
  }
  /// The solver's own numbers after a step that started from `old`.
  std::vector<Real> history_after(ContactSolver& solver, const ContactLaw& law, Context& context,
                                  const std::vector<Real>& old) const {
    core::ReactionData data = posed();
    data.solver_history = history_width(solver);
    data.solver_old = old;
    const ContactLaw* const laws[] = {&law};
    const ReactionProblem problem = data.problem();
    ReactionSolution solution{.reactions = data.reactions};
    const Outcome outcome = solver.solve(problem, laws, solution, context);
    if (!outcome) throw std::runtime_error(outcome.message);
    return data.solver_new;
  }

 private:
  core::ReactionData posed() const {
    core::ReactionData data;
    data.dim = problem_.dim;
    data.delassus = &W_;
    data.diagonal_blocks = W_.diagonal_blocks();
    data.resize(problem_.contacts);
    data.free_velocity = problem_.free_velocity;
    data.friction = problem_.friction;
    std::fill(data.law.begin(), data.law.end(), 0);
    return data;
  }
  core::FrictionProblem problem_;
  core::StoredOperator W_;
};

}  // namespace tactus::testing
