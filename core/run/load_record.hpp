/// \file load_record.hpp  Work and impulse of loads in an accepted step.
#pragma once

#include <vector>

#include "core/model/fem_system.hpp"
#include "core/run/state.hpp"
#include "core/run/step_facts.hpp"

namespace tactus::core {

/// Loads that change over time, or that follow a surface, have no potential: what they do in a step is
/// summed up as the integrator does it, with the forces and the weights that it has used. Does nothing
/// where the model has no such loads.
class LoadRecord {
 public:
  /// @param model, system  outlive this
  LoadRecord(const Model& model, const FemSystem& system);

  /// The first state is committed, or the step accepted: the forces there are those of t_n now.
  void keep();
  /// The forces of t_n after a checkpoint was read; they follow from the state to the bit.
  void restore(const State& state, Context& context);
  /// Another attempt at a step begins.
  void begin() { is_posed_ = false; }
  /// A problem in velocities was posed: the forces by then are those that act in the step. Without this
  /// they are those at its two ends.
  void pose();
  /// Fills what StepFacts says of loads; `facts` has dt.
  /// @param from, to  the states at the ends of the step, the second one committed
  void record(const State& from, const State& to, const StepReport& report, StepFacts& facts,
              Context& context);

 private:
  const Model& model_;
  const FemSystem& system_;
  bool active_;
  std::vector<Real> old_, posed_;  ///< [dofs] N
  std::vector<Real> mean_;         ///< [dofs] N, in the mean of the step
  bool is_posed_ = false;
};

}  // namespace tactus::core
