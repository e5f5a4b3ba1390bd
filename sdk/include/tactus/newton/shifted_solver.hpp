/// \file newton/shifted_solver.hpp  Solves with the tangent of an implicit step, or with a matrix next to
/// it where that is not positive definite.
///
/// The correction K^-1 (-r) of Newton's method leads downhill if K is positive definite. Where a body
/// buckles it is not. Then a multiple of the unit matrix is added: first 1e-3 of the mean of |diag K|,
/// then four times as much, until the linear solver accepts the sum. A method that does not factor finds
/// that out while it solves; therefore the first system is solved together with the choice of the shift.
#pragma once

#include <memory>
#include <string>

#include "../linear.hpp"

namespace tactus {

class ShiftedSolver {
 public:
  ShiftedSolver();
  ~ShiftedSolver();
  ShiftedSolver(const ShiftedSolver&) = delete;
  ShiftedSolver& operator=(const ShiftedSolver&) = delete;

  /// Once: takes a solver from the kernel. @throws ConfigError if it does not have this method
  void setup(LinearSolvers& linear, LinearMethod method = LinearMethod::definite);

  /// Chooses the shift for K and solves (K + shift I) x = b. K has to stay as it is while solve() is
  /// called.
  /// @param b, x  [K.size()]
  Outcome begin(const LinearOperator& K, View<Real> b, Out<Real> x, Context& context);
  /// Solves with the same matrix, for `columns` right-hand sides one after another.
  /// @pre begin() succeeded
  Outcome solve(View<Real> b, Out<Real> x, Index columns, Context& context);

  /// How often begin() has added to the matrix; 0: K itself was solved with.
  Index shifts() const { return shifts_; }
  /// Why K itself was refused, in the words of the linear solver, where shifts() > 0.
  const std::string& refusal() const { return refusal_; }

 private:
  class Shifted;
  Outcome attempt(const LinearOperator& K, View<Real> b, Out<Real> x, Context& context);

  std::unique_ptr<LinearSolver> solver_;
  std::unique_ptr<Shifted> shifted_;
  Index shifts_ = 0;
  std::string refusal_;
};

}  // namespace tactus
