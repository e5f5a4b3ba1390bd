/// \file path_record.hpp  The part of the conserved energy that belongs to degrees of freedom which
/// supports drive.
///
/// A method that evaluates forces in the middle of a step, at q_half = q_n + a and q_{n+1} = q_half + b,
/// conserves T + U - b'K b/2 on linear systems: U_{n+1} - U_n is the work of f(q_half) plus
/// (b'K b - a'K a)/2. The integrator computes b'K b of the free degrees of freedom. This class
/// adds that of the driven ones, for which K b follows from the forces that their supports hold back.
#pragma once

#include <vector>

#include "core/model/fem_system.hpp"
#include "core/step/state.hpp"
#include "core/step/step_facts.hpp"

namespace tactus::core {

class PathRecord {
 public:
  PathRecord(const Model& model, const FemSystem& system);

  /// The first state is committed, or the step accepted.
  void keep();
  /// Another attempt at a step begins.
  void begin();
  /// A problem in velocities was posed.
  /// @param frozen  [dofs] m, increments at which forces were evaluated
  void pose(View<Real> frozen);
  /// Completes the account of an integrator that keeps one: shifts, work of forces and path_work.
  /// @param moved  [dofs] m, increments of the whole step
  void record(View<Real> moved, StepFacts& facts);

  /// Of a checkpoint: calls use(name, member) for each, see named_fields.hpp.
  template <class Self, class Use>
  static void for_fields(Self& self, const Use& use) {
    use("path_force", self.old_force_);
    use("path_half", self.half_);
    use("path_slope", self.slope_);
    use("path_dt", self.dt_);
  }

 private:
  void read_forces(std::vector<Real>& to) const;

  const FemSystem& system_;
  std::vector<Index> driven_;  ///< degrees of freedom that are prescribed, and elastic
  bool is_posed_ = false;
  // [driven] N, held back without loads, at t_n and where the problem was posed; m, a and b; N, K b.
  std::vector<Real> old_force_, force_, first_, half_, next_half_, slope_, next_slope_;
  Real dt_ = 0, next_dt_ = 0;  ///< s, of the step that half_ is of; 0: there is none
};

}  // namespace tactus::core
