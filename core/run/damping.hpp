/// \file damping.hpp  Mass-proportional damping: the force -c m v, solved exactly beside the steps of any
/// integrator (docs/loads.md).
///
/// Integrators that solve for velocities: half of it acts before each step and half after it,
/// v <- exp(-c dt/2) v. Integrators that solve for increments: after each step the velocity w = u/dt with
/// which bodies have really moved is damped, v <- v - (1 - exp(-c dt)) w, as the velocities of such
/// integrators are not 0 where bodies press on each other at rest. Both are of second order and slow down
/// what moves freely as exp(-c t) to rounding. Prescribed degrees of freedom keep their velocities.
#pragma once

#include <vector>

#include "core/model/fem_system.hpp"
#include "core/run/state.hpp"
#include "core/run/step_facts.hpp"
#include "tactus/integrator.hpp"

namespace tactus::core {

class Damping {
 public:
  /// @param model, system, integrator  outlive this
  /// @param mass  that the integrator moves bodies with
  /// @param increments  it solves for increments, not for velocities
  Damping(const Model& model, const FemSystem& system, const Integrator& integrator, Mass mass,
          bool increments);

  bool active() const { return !rate_.empty(); }
  /// s, the stable step of an integrator with this damping, from that without: damping of increments
  /// makes it shorter by sqrt((1 + exp(-c dt))/2).
  Real stable_step(Real dt) const;
  /// The state that a step of dt starts from; `state` itself where there is nothing to damp in it.
  const State& damped(const State& state, Real dt, Context& context);
  /// The velocities that a step ends with. Fills what StepFacts says of damping and corrects its account;
  /// `facts` has dt and the account of the integrator.
  /// @param old  what damped() returned
  void finish(const State& old, State& next, StepFacts& facts, Context& context);

 private:
  /// What damping takes away.
  struct Motion {
    Real energy = 0;        ///< J, kinetic of free degrees of freedom, and the integrator's shift
    Real shift = 0;         ///< J, the latter
    Real momentum[3] = {};  ///< kg m/s, of free degrees of freedom
  };
  Motion motion_of(const State& state, Real dt, Context& context) const;
  void scale(State& state, Real dt) const;
  void brake(const State& old, State& next, Real dt) const;

  const Model& model_;
  const FemSystem& system_;
  const Integrator& integrator_;
  Mass mass_;
  bool increments_;
  Real largest_rate_ = 0;   ///< 1/s
  std::vector<Real> rate_;  ///< [dofs] 1/s, 0 where prescribed; empty: no damping
  State start_;
  Motion taken_;  ///< in the first half of the step
};

}  // namespace tactus::core
