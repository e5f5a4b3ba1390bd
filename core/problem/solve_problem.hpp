/// \file solve_problem.hpp  One solver, one law, one problem from a file: the call that a step makes,
/// without the step.
#pragma once

#include "core/problem/friction_problem.hpp"
#include "tactus/contact_solver.hpp"

namespace tactus::core {

struct ProblemSolution {
  SolveStatus status = SolveStatus::converged;
  Index iterations = 0;
  Real residual =
      0;  ///< resv (tactus/reactions/residual.hpp), measured here, not told by the solver
  Real seconds = 0;             ///< of the solver alone
  std::vector<Real> reactions;  ///< [contacts * dim] N s
  std::vector<Real> residuals;  ///< m/s, largest of a contact after each iteration
};

/// Starts from zero reactions. The solver is set up for the problem, and forgets it.
/// @throws ConfigError where the solver has no answer to give, with its words; PluginFault.
ProblemSolution solve_problem(const FrictionProblem& problem, ContactSolver& solver,
                              const ContactLaw& law, Context& context);

}  // namespace tactus::core
