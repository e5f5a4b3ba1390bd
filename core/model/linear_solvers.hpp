/// \file linear_solvers.hpp  The linear solvers that the kernel lends to integrators and contact
/// solvers (Setup::linear).
///
/// One method is there, `definite`: a sparse factorisation A = L D L' of a symmetric matrix whose
/// pivots are all positive. It is what a step in time needs: 2/dt^2 M + K is definite unless a body
/// buckles. The matrix is permuted to keep L sparse; the permutation and the sparsity of L are found
/// once and kept as long as LinearOperator::pattern() stays the same. A factorisation uses one
/// thread, so its bits do not depend on their number.
#pragma once

#include <memory>

#include "core/model/model.hpp"
#include "tactus/linear.hpp"

namespace tactus::core {

class KernelSolvers final : public LinearSolvers {
 public:
  /// @param model  outlives this object; its names are used in messages
  explicit KernelSolvers(const Model& model) : model_(model) {}

  /// @throws ConfigError unless the method is `definite` or `automatic`, which is the same today
  std::unique_ptr<LinearSolver> make(LinearMethod method) override;
  /// @throws ConfigError
  std::unique_ptr<Assembler> assembler() override;

 private:
  const Model& model_;
};

}  // namespace tactus::core
