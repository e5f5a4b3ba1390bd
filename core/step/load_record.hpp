/// \file load_record.hpp  Computes the work and impulse of loads in an accepted step.
#pragma once

#include <vector>

#include "core/model/fem_system.hpp"
#include "core/step/state.hpp"
#include "core/step/step_facts.hpp"

namespace tactus::core {

/// Loads that change over time or follow a surface have no potential. Their work in a step is
/// summed with the same forces and weights that the integrator has used, so that the energy balance
/// closes to rounding. Does nothing if the model has no such loads.
class LoadRecord {
 public:
  /// @param model, system  outlive this
  LoadRecord(const Model& model, const FemSystem& system);

  /// Called when the first state is committed or a step is accepted: the current forces become
  /// those of t_n.
  void keep();
  /// Recomputes the forces of t_n after a checkpoint was read. They follow from the state to the
  /// bit.
  void restore(const State& state, Context& context);
  /// Called when another attempt at a step begins.
  void begin() { is_posed_ = false; }
  /// Called when a problem in velocities was posed: the forces at that time are those that act in
  /// the step. Without this call the forces at both ends of the step are used.
  void pose();
  /// Sets the load terms of `facts`, which already contains dt.
  /// @param from, to  the states at both ends of the step, the second one committed
  void record(const State& from, const State& to, const StepReport& report, StepFacts& facts,
              Context& context);

 private:
  const Model& model_;
  const FemSystem& system_;
  bool active_;
  std::vector<Real> old_, posed_;  ///< [dofs] N
  std::vector<Real> mean_;         ///< [dofs] N, mean over the step
  bool is_posed_ = false;
};

}  // namespace tactus::core
