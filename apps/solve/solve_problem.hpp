/// \file solve_problem.hpp  Applies one solver and one law to one problem from a file: the same
/// call that a time step makes, without the time step.
#pragma once

#include "apps/solve/friction_problem.hpp"
#include "tactus/contact_solver.hpp"

namespace tactus::core {

struct ProblemSolution {
  SolveStatus status = SolveStatus::converged;
  bool out_of_time = false;  ///< Context::stop was set; the reactions are the best ones until then
  Index iterations = 0;
  Real residual =
      0;  ///< resv (tactus/reactions/residual.hpp), computed here, not reported by the solver
  Real seconds = 0;             ///< wall time of the solver alone
  std::vector<Real> reactions;  ///< [contacts * dim] N s
  std::vector<Real> residuals;  ///< m/s, largest residual of a contact after each iteration
};

/// Starts from zero reactions. The solver is set up for this problem and keeps nothing afterwards.
/// If it is stopped (Context::stop), the reactions that it left are taken, or none if these are
/// better.
/// @throws ConfigError with the solver's message if it has no solution; PluginFault.
ProblemSolution solve_problem(const FrictionProblem& problem, ContactSolver& solver,
                              const ContactLaw& law, Context& context);

}  // namespace tactus::core
