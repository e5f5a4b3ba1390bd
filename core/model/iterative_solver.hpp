/// \file iterative_solver.hpp  The linear solver that needs products with the matrix alone: conjugate
/// gradients, preconditioned with the inverse of each node's diagonal block.
///
/// In steps whose matrix is mostly mass it takes some tens of products and no memory to speak of. The
/// products are made by all threads, sums in a fixed order.
#pragma once

#include <memory>
#include <vector>

#include "core/model/matrix_faults.hpp"
#include "core/model/model.hpp"
#include "tactus/linear.hpp"

namespace tactus::core {

class IterativeSolver final : public LinearSolver {
 public:
  /// The residual that is left, over the right-hand side, both in the norm of the preconditioner.
  static constexpr Real kAccuracy = 1e-12;

  /// @param model  outlives the solver; its names are used in messages
  explicit IterativeSolver(const Model& model) : faults_(model) {}

  Outcome prepare(const LinearOperator& a, Context& context) override;
  Outcome solve(View<Real> b, Out<Real> x, Index columns, Context& context) override;

  void set_most_iterations(Index most) { most_iterations_ = most; }
  /// Of all columns of the last solve().
  Index iterations() const { return iterations_; }

 private:
  Outcome solve_one(View<Real> b, Out<Real> x, Context& context);
  Outcome invert_blocks(const SparseView& s);
  template <int B>
  Outcome invert_blocks_of(const SparseView& s);
  void precondition(View<Real> r, Out<Real> z, Context& context) const;
  Outcome bad_direction(Real curvature, Real diagonal) const;

  MatrixFaults faults_;
  const LinearOperator* a_ = nullptr;
  int block_ = 1;
  std::vector<Real> inverse_;        ///< [blocks * block * block] of the blocks on the diagonal
  std::vector<Real> diagonal_;       ///< [size]
  std::vector<Real> r_, z_, p_, q_;  ///< [size] residual, preconditioned; direction, times A
  Index most_iterations_ = 20'000, iterations_ = 0;
};

}  // namespace tactus::core
