// Sequential quadratic programming for one implicit step with contact:
//   r(u) = G'l,   g(u) >= lower,   l >= 0,   l'(g(u) - lower) = 0.
//
// First the step is solved without contact (tactus/newton). If nothing overlaps there, that was it. Otherwise each
// iteration solves a quadratic program (program.hpp) and goes along its correction as far as a merit falls. Where the
// rows found so far hold, detection appends those of what overlaps now. It does so 8 times at most, so that the
// iteration converges; what then still overlaps has no solution here, and the step is tried again with a smaller dt.
#pragma once

#include <optional>
#include <tactus/contact_solver.hpp>
#include <tactus/newton/newton.hpp>
#include <tactus/statics/restraint.hpp>

#include "convergence.hpp"
#include "program.hpp"

namespace sqp {

struct Settings {
  NewtonOptions newton;  ///< also for the iterations with contact
  LinearMethod linear = LinearMethod::definite;
};

inline Real largest(View<Real> x) { return x.empty() ? 0 : map(x).lpNorm<Eigen::Infinity>(); }

/// What steps have taken, all attempts.
struct Counts {
  Index iterations = 0;  ///< with contact
  Index passes = 0;      ///< detections
  Index halvings = 0;    ///< of the way along a correction
  Index shifts = 0;      ///< of tangents that were not positive definite
};

class Iteration {
 public:
  struct Step {
    StepProblem& problem;
    ContactModel& contact;
    StepSolution& solution;
  };

  explicit Iteration(const Settings& settings) : settings_(settings), newton_(settings.newton) {}
  void setup(LinearSolvers& linear);

  /// Leaves w, the multipliers and the forces in the solution.
  Outcome solve(const Step& step, Context& context);

  const Counts& counts() const { return counts_; }
  Real held_work() const { return held_work_; }  ///< of the last step, see LinearRows::held_work()

 private:
  /// What decides how far to go along a correction.
  struct Merit {
    Real potential = 0;  ///< J, of the problem
    Real violation = 0;  ///< sum of what rows are below their bounds
    Real residual = 0;   ///< r - G'l in the norm of diag(K)^-1
    Real along = 0;      ///< J, (r - G'l)'s: what forces along the correction s say of it
  };

  Outcome start(const Step& step, Context& context);
  Outcome look_for_inertia(const Step& step, Context& context);
  bool is_static() const { return has_inertia_ == false; }
  void add_restraint(Index size);
  Outcome ask_for_potential(const Step& step, Context& context);
  Outcome solve_without_contact(const Step& step, Context& context);
  Outcome not_converged(const Step& step, Context& context);
  std::string refusal(const Step& step, Context& context);
  Outcome detect(const Step& step, DetectResult& found, Context& context);
  Outcome iterate(const Step& step, bool& last, Context& context);
  Outcome linearise(const Step& step, Context& context);
  Outcome find_correction(const Step& step, Context& context);
  Outcome check_correction(const Context& context) const;
  Outcome add_to_tangent(const Step& step, const LinearOperator*& matrix, Context& context);
  void weigh(const LinearOperator& tangent, View<std::uint8_t> fixed, const Context& context);
  Outcome go_along(const Step& step, Context& context);
  Outcome measure(const Step& step, Merit& merit, Context& context);
  bool is_better(const Merit& before, const Merit& now, Real slope, Real way) const;
  bool rows_hold(const Context& context) const;
  bool has_converged(const Step& step, const Context& context);
  void finish(const Step& step);

  Settings settings_;
  Counts counts_;
  Newton newton_;
  ShiftedSolver plain_;                   ///< for the tangent of the problem
  ShiftedSolver curved_;                  ///< for that with the curvature of rows
  ShiftedSolver* used_ = nullptr;         ///< in this iteration
  std::unique_ptr<Assembler> assembler_;  ///< null: the kernel has none, and curvature is left out
  Program program_;
  LinearRows rows_;
  std::optional<bool> has_inertia_;  ///< of the steps of this run
  Restraint restraint_;              ///< of steps without inertia
  std::vector<Real> block_;
  const LinearOperator* tangent_ = nullptr;  ///< of the problem, in this iteration
  bool has_potential_ = false;
  bool is_shifted_ = false;  ///< the matrix of this iteration was not positive definite at first
  bool has_crept_ = false;   ///< corrections of this step that were not at rest
  Index iterations_ = 0;     ///< of this step
  Index additions_ = 0;      ///< detections of this step that added rows
  Real held_work_ = 0;       ///< J
  Real penalty_ = 0;         ///< of the violation in the merit, N
  Real size_ = 0;            ///< largest entry of the correction
  Convergence convergence_;
  Real slack_ = 0;                                    ///< J, rounding of a potential
  std::vector<Real> r_, s_, start_, weight_, force_;  ///< [dofs]
  std::vector<Real> multiplier_, multiplier_before_;  ///< [rows]
  std::vector<Index> pushing_;                        ///< rows with a force, and ...
  std::vector<Real> pull_;                            ///< ... their multipliers, negative
};

}  // namespace sqp
