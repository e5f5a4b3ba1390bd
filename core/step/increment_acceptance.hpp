/// \file increment_acceptance.hpp  Decides whether a step is made with the increment that a solver
/// handed back.
///
/// What a solver says of itself is a claim. The kernel measures the rows that push at the end of the
/// solve: no multiplier may pull, and no row that pushes may be left below its lower bound, unless the
/// solver is one that lets bodies overlap. A step that fails is not converged, whatever the status. It is
/// tried again with half of its length if the solver said so, too; if it calls its increments converged,
/// the run ends.
#pragma once

#include <string>
#include <vector>

#include "core/contact/contact_model.hpp"
#include "tactus/contact_solver.hpp"

namespace tactus::core {

class IncrementAcceptance {
 public:
  /// @param solver  type of the solver, for messages
  /// @param is_feasible  it claims capability::feasible
  explicit IncrementAcceptance(std::string solver, bool is_feasible = true)
      : solver_(std::move(solver)), is_feasible_(is_feasible) {}

  /// @param solution  what the solver found, in arrays of the sizes that it has to have
  Outcome judge(const KernelContact& contact, const StepSolution& solution, Context& context);

 private:
  /// A row, and by how much it is wrong.
  struct Worst {
    Index row = kNone;
    Real size = 0;
  };
  Outcome find_pressed(const KernelContact& contact, const StepSolution& solution);
  Outcome find_depth(const KernelContact& contact, View<Real> w, Worst& deepest, Context& context);
  Outcome refuse(const StepSolution& solution, const std::string& what, Index row) const;

  std::string solver_;
  bool is_feasible_;
  std::vector<Index> pressed_;
  std::vector<Real> value_;
};

}  // namespace tactus::core
