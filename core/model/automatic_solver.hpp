/// \file automatic_solver.hpp  The linear solver that chooses: a factorisation, or conjugate gradients
/// where they are cheaper.
///
/// What decides is the share that the mass has in the diagonal. Stiffness resists no translation, so the
/// sum of all entries of one direction is mass; where it is a share s of the diagonal, conjugate gradients
/// take some 19 s^-1/2 iterations, but never more than waves need to cross the mesh a number of times. Costs
/// are formulas of size and share, fitted to measurements: measured times would make the bits of a run depend on
/// the machine.
#pragma once

#include <memory>
#include <vector>

#include "core/model/iterative_solver.hpp"
#include "core/model/model.hpp"
#include "tactus/linear.hpp"

namespace tactus::core {

class AutomaticSolver final : public LinearSolver {
 public:
  /// @param model  outlives the solver; its names are used in messages
  explicit AutomaticSolver(const Model& model);

  Outcome prepare(const LinearOperator& a, Context& context) override;
  Outcome solve(View<Real> b, Out<Real> x, Index columns, Context& context) override;

  /// Whether the last solution was found by iterations.
  bool iterates() const { return iterates_; }
  /// Of the mass in the diagonal of a matrix over nodes; 0 for one that is not symmetric.
  static Real mass_share(const SparseView& a);

 private:
  /// ns, estimated.
  struct Costs {
    Real factor = 0, solution = 0, iteration = 0, iterations = 0;
  };
  Costs costs_of(const SparseView& a) const;
  Outcome factor(Context& context);

  const Model& model_;
  std::unique_ptr<LinearSolver> definite_, general_;
  IterativeSolver iterative_;
  const LinearOperator* a_ = nullptr;
  LinearSolver* chosen_ = nullptr;
  Costs costs_;
  Index columns_ = 0;  ///< solved for with this matrix
  bool iterates_ = false;
};

}  // namespace tactus::core
