// From IPOPT's point to the solution of an implicit step: the rows that push become equations, which Newton's
// method solves to rounding.
//
//   r(u) = G'l,   value_i(u) = lower_i  for the rows i that push
//
// An interior point method ends near the solution, and its forces satisfy the equations of the step to its
// tolerance only. Which rows push is known from it; a row that pulls is let go, and one that falls below its bound
// is taken in.
#pragma once

#include <memory>
#include <tactus/contact_solver.hpp>
#include <vector>

namespace ipopt {
using namespace tactus;

/// What a step is solved with.
struct ImplicitStep {
  StepProblem& problem;
  ContactModel& contact;
  StepSolution& solution;
};

class PushingRows {
 public:
  void setup(LinearSolvers& linear);

  /// Whether motions that nothing resists and nothing drives rest, which is for steps without inertia.
  void restrain(bool rests) { is_restrained_ = rests; }

  /// @param multiplier  [rows] in: above zero for rows that push; out: all of them
  /// w of the solution is moved. Fails with Cause::not_converged where the rows that push keep changing.
  Outcome solve(const ImplicitStep& step, Out<Real> multiplier, Context& context);

  /// Forces of the rows at w, from the multipliers.
  Outcome find_forces(const ImplicitStep& step, View<Real> multiplier, Out<Real> force,
                      Context& context);

 private:
  Outcome linearise(const ImplicitStep& step, View<Real> multiplier, Context& context);
  void stiffen(const SparseView& K, View<std::uint8_t> fixed);
  Outcome find_columns(Context& context);
  void find_multipliers(Out<Real> multiplier);
  bool take_in(Out<Real> multiplier, const Context& context);
  Outcome evaluate(const ImplicitStep& step, Context& context);
  Real along(Index row, View<Real> x) const;
  Real above(Index row) const;
  bool is_small(View<Real> w, const Context& context) const;
  bool is_balanced(const ImplicitStep& step, View<Real> multiplier, Context& context);

  std::unique_ptr<LinearSolver> solver_;
  std::unique_ptr<Assembler> assembler_;
  bool is_restrained_ = false;
  const ContactRows* rows_ = nullptr;
  std::vector<Index> list_, pushing_;  ///< all rows; those that push
  std::vector<Real> value_, gradient_;
  std::vector<Real> r_, s_, right_, columns_;  ///< [dofs] and [pushing * dofs] G_i', K^-1 G_i'
  std::vector<Real> weights_, block_;
};

}  // namespace ipopt
