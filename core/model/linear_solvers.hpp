/// \file linear_solvers.hpp  The linear solvers that the kernel lends to integrators and contact
/// solvers (Setup::linear), one file for each method.
#pragma once

#include <memory>

#include "core/model/model.hpp"
#include "tactus/linear.hpp"

namespace tactus::core {

class KernelSolvers final : public LinearSolvers {
 public:
  /// @param model  outlives this object; its names are used in messages
  explicit KernelSolvers(const Model& model) : model_(model) {}

  std::unique_ptr<LinearSolver> make(LinearMethod method) override;
  std::unique_ptr<Assembler> assembler() override;

 private:
  const Model& model_;
};

}  // namespace tactus::core
