/// \file step_record.hpp  Impulses and work of those who hold bodies in an accepted step.
#pragma once

#include <vector>

#include "core/model/fem_system.hpp"
#include "core/run/state.hpp"
#include "core/run/step_facts.hpp"

namespace tactus::core {

/// Prescribed degrees of freedom get from their supports what forces and contact do not explain.
class SupportRecord {
 public:
  /// @param mass  that the integrator moves bodies with
  SupportRecord(const Model& model, const FemSystem& system, Mass mass);

  /// The first state is committed, or the step accepted: forces held back there are those of t_n now.
  void keep();
  /// Another attempt at a step begins.
  void begin() { is_posed_ = false; }
  /// A problem in velocities was posed: the forces held back by then are those that act in the step, as
  /// the integrator put them into its free velocities. Without this they are those at its two ends.
  void pose();
  /// Fills what StepFacts says of supports; `facts` has dt and the forces of contact.
  /// @param step  from, to: the states at its ends, the second one committed
  void record(const State& from, const State& to, const StepReport& report, StepFacts& facts,
              Context& context);

  View<Real> moved() const { return moved_; }      ///< [dofs] m, of prescribed ones in the step
  std::vector<Real>& held() { return held_old_; }  ///< [dofs] N, at t_n, for a checkpoint
  const std::vector<Real>& held() const { return held_old_; }

 private:
  void find_momenta(const State& from, const State& to, Context& context);

  const Model& model_;
  const FemSystem& system_;
  Mass mass_;
  std::vector<Index> prescribed_;
  /// [dofs] N, forces held back at t_n; of prescribed degrees of freedom, 0 elsewhere.
  std::vector<Real> held_old_;
  std::vector<Real> held_posed_;  ///< [dofs] N, the same when a problem in velocities was posed
  bool is_posed_ = false;
  std::vector<Real> gained_;  ///< [dofs] N s, momentum of prescribed ones in a step
  std::vector<Real> moved_;   ///< [dofs] m, increments of prescribed degrees of freedom
};

}  // namespace tactus::core
