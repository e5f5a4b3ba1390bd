/// \file step_record.hpp  Computes impulses and work of supports in an accepted step.
#pragma once

#include <vector>

#include "core/model/fem_system.hpp"
#include "core/step/state.hpp"
#include "core/step/step_facts.hpp"

namespace tactus::core {

/// The momentum balance of prescribed degrees of freedom gives the support reactions: what forces
/// and contact do not explain comes from the support.
class SupportRecord {
 public:
  /// @param mass  the mass matrix that the integrator uses
  SupportRecord(const Model& model, const FemSystem& system, Mass mass);

  /// Called when the first state is committed or a step is accepted: the current forces on
  /// prescribed degrees of freedom become those of t_n.
  void keep();
  /// Called when another attempt at a step begins.
  void begin() { is_posed_ = false; }
  /// Called when a problem in velocities was posed: the forces on prescribed degrees of freedom at
  /// that time act in the step, as the integrator used them for its free velocities. Without this
  /// call the forces at both ends of the step are used.
  void pose();
  /// Sets the support terms of `facts`, which already contains dt and the contact forces.
  /// @param from, to  the states at both ends of the step, the second one committed
  void record(const State& from, const State& to, const StepReport& report, StepFacts& facts,
              Context& context);

  View<Real> moved() const { return moved_; }      ///< [dofs] m, increments of prescribed ones
  std::vector<Real>& held() { return held_old_; }  ///< [dofs] N, at t_n, saved in checkpoints
  const std::vector<Real>& held() const { return held_old_; }

 private:
  void find_momenta(const State& from, const State& to, Context& context);

  const Model& model_;
  const FemSystem& system_;
  Mass mass_;
  std::vector<Index> prescribed_;
  /// [dofs] N, forces on prescribed degrees of freedom at t_n; 0 for all others.
  std::vector<Real> held_old_;
  std::vector<Real> held_posed_;  ///< [dofs] N, the same when a problem in velocities was posed
  bool is_posed_ = false;
  std::vector<Real> gained_;  ///< [dofs] N s, change of momentum of prescribed dofs
  std::vector<Real> moved_;   ///< [dofs] m, increments of prescribed dofs
};

}  // namespace tactus::core
