// Implicit steps: one nonlinear program for all bodies, solved by IPOPT, in passes of detection.
#pragma once

#include <optional>
#include <tactus/newton/newton.hpp>
#include <tactus/statics/restraint.hpp>

#include "pushing_rows.hpp"
#include "step_program.hpp"

namespace ipopt {

/// First the step is solved without contact (tactus/newton); without inertia, it is left by restrained corrections
/// (tactus/statics) until contact is found. Then each pass appends the rows of what overlaps, and
/// IPOPT finds the increment that satisfies all rows found so far, until nothing overlaps.
class ImplicitSolver {
 public:
  /// @param linear  lives as long as this; linear solvers are made for the first implicit step
  void setup(LinearSolvers* linear, Engine& engine) { linear_ = linear, engine_ = &engine; }

  Outcome solve(const ImplicitStep& step, Context& context);

  /// Of the last step.
  Index passes() const { return passes_; }
  Index iterations() const { return iterations_; }
  /// J, what contact took from what is moved from outside, such as driven supports.
  Real held_work() const { return held_work_; }

 private:
  void make_solvers();
  Outcome start(const ImplicitStep& step, DetectResult& found, Context& context);
  Outcome solve_without_contact(const ImplicitStep& step, Context& context);
  Outcome look_for_inertia(const ImplicitStep& step, Context& context);
  Outcome approach(const ImplicitStep& step, DetectResult& found, Context& context);
  Outcome find_restrained(const ImplicitStep& step, Real& size, Context& context);
  Outcome detect(const ImplicitStep& step, DetectResult& found, Context& context);
  Outcome check_rows(const ImplicitStep& step) const;
  Outcome solve_with_rows(const ImplicitStep& step, Context& context);
  Outcome solve_where_held(const ImplicitStep& step, bool& has_restrained, Context& context);
  Outcome attempt(int trial, const ImplicitStep& step, Context& context);
  Outcome find_held_work(const ImplicitStep& step, Context& context);
  Outcome finish(const ImplicitStep& step, Context& context);

  LinearSolvers* linear_ = nullptr;
  Engine* engine_ = nullptr;
  std::unique_ptr<Newton> newton_;
  std::optional<bool> has_inertia_;  ///< of the steps of this run
  Restraint restraint_;              ///< of steps without inertia
  Real sigma_ = 0;                   ///< N/m, its part in the program that IPOPT solves
  ShiftedSolver restrained_;
  std::unique_ptr<Assembler> assembler_;
  PushingRows pushing_;
  StepProgram program_;
  Index passes_ = 0, iterations_ = 0;
  Real held_work_ = 0;
  std::vector<Real> start_, multiplier_, r_, s_;
};

}  // namespace ipopt
