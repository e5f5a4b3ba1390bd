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
  SupportRecord(const Model& model, const FemSystem& system);

  /// The first state is committed, or the step accepted: forces held back there are those of t_n now.
  void keep();
  /// Fills what StepFacts says of supports; `facts` has dt and the forces of contact.
  /// @param step  from, to: the states at its ends, the second one committed
  void record(const State& from, const State& to, const StepReport& report, StepFacts& facts);

  std::vector<Real>& held() { return held_old_; }  ///< [dofs] N, at t_n, for a checkpoint
  const std::vector<Real>& held() const { return held_old_; }

 private:
  const Model& model_;
  const FemSystem& system_;
  std::vector<Index> prescribed_;
  /// [dofs] N, forces held back at t_n; of prescribed degrees of freedom, 0 elsewhere.
  std::vector<Real> held_old_;
  std::vector<Real> moved_;  ///< [dofs] m, increments of prescribed degrees of freedom
};

}  // namespace tactus::core
