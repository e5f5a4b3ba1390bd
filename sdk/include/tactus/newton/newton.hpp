/// \file newton/newton.hpp  Newton's method for the equations of an implicit step, r(w) = 0, where w is
/// the unknown of a StepProblem.
///
/// An iteration solves K d = -r with the tangent K and goes along d. How far is decided by a merit: the
/// potential of the problem if there is one, or else the residual in the norm of diag(K)^-1 or r'd. A place
/// where forces have no value, because an element is inverted, halves the way. Where K is not positive
/// definite a multiple of the unit matrix is added until it is, so that d leads downhill.
///
/// The kernel calls this where a step is not linear and there is no contact; contact solvers may call it,
/// too. Nothing here allocates memory once the first step is made, but for what a factorisation takes.
#pragma once

#include <vector>

#include "../step_problem.hpp"
#include "newton_options.hpp"
#include "shifted_solver.hpp"

namespace tactus {

class Newton {
 public:
  /// What the last solve() took.
  struct Report {
    Index iterations = 0;
    Index halvings = 0;   ///< of the way along a correction
    Index shifts = 0;     ///< additions to a matrix that was not positive definite
    Real correction = 0;  ///< the largest entry of the last one, in the unit of w
  };

  explicit Newton(const NewtonOptions& options = {});
  ~Newton();
  Newton(const Newton&) = delete;
  Newton& operator=(const Newton&) = delete;

  /// Once: takes a linear solver. @throws ConfigError if the kernel has none of this method
  void setup(LinearSolvers& linear, LinearMethod method = LinearMethod::definite);

  /// Solves r(w) = 0 for the entries that are not fixed.
  /// @param w  in: where to start, usually the predictor; out: the solution, or rubbish after a failure
  /// @param has_potential  the problem's potential() is that of its residual
  Outcome solve(StepProblem& problem, bool has_potential, Out<Real> w, Context& context);
  /// Where nothing but supports moves in w, and there is no potential or an element inverts, the rest follows them as
  /// linear bodies would at once, without flow: elements next to supports would have to take all of the motion, and
  /// yield. Else w stays.
  Outcome follow_supports(StepProblem& problem, bool has_potential, Out<Real> w, Context& context);

  const Report& report() const { return report_; }

 private:
  Outcome find_following(StepProblem& problem, Real part, Out<Real> w, Context& context);
  Outcome find_direction(const LinearOperator& tangent, Context& context);
  Outcome evaluate(StepProblem& problem, View<Real> w, Context& context);
  Outcome go_along(StepProblem& problem, bool is_rounding, Out<Real> w, Context& context);
  bool is_better(Real way) const;
  bool is_balanced(View<Real> w, const Context& context) const;
  bool has_converged(View<Real> w, const Context& context) const;

  NewtonOptions options_;
  ShiftedSolver solver_;
  bool has_potential_ = false;
  bool is_evaluated_ =
      false;  ///< residual and merits are those of where follow_supports() has left w
  std::vector<Real> r_, d_, start_, weight_;  ///< [dofs]
  /// At the place evaluated last, and where the correction starts: sum of weight r^2, potential.
  Real norm_ = 0, merit_ = 0, norm_before_ = 0, merit_before_ = 0;
  Real slope_ = 0;  ///< of the merit along the correction
  /// Largest entry of the correction before, and of the one before that.
  Real size_before_ = 0, size_two_before_ = 0;
  Report report_;
};

}  // namespace tactus
