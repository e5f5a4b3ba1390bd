#include "core/model/linear_solvers.hpp"

#include <fmt/format.h>

#include "core/model/automatic_solver.hpp"
#include "core/model/block_assembler.hpp"
#include "core/model/definite_solver.hpp"
#include "core/model/general_solver.hpp"
#include "core/model/iterative_solver.hpp"
#include "tactus/error.hpp"

namespace tactus::core {

std::unique_ptr<LinearSolver> KernelSolvers::make(LinearMethod method) {
  switch (method) {
    case LinearMethod::automatic:
      return std::make_unique<AutomaticSolver>(model_);
    case LinearMethod::definite:
      return make_definite_solver(model_);
    case LinearMethod::general:
      return make_general_solver(model_);
    case LinearMethod::iterative:
      return std::make_unique<IterativeSolver>(model_);
  }
  throw ConfigError(fmt::format(
      "it asks for a linear solver with the number {}, and the kernel has 0 to 3: automatic, "
      "definite, general, iterative",
      static_cast<int>(method)));
}

std::unique_ptr<Assembler> KernelSolvers::assembler() { return std::make_unique<BlockAssembler>(); }

}  // namespace tactus::core
