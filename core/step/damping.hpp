/// \file damping.hpp  Mass-proportional damping: the force -c m v, integrated exactly beside the steps of any
/// integrator (docs/loads.md). Integrators that solve for increments leave a v that is not zero where bodies at
/// rest press on each other; the velocity u/dt with which bodies moved is damped there. Prescribed degrees of
/// freedom keep their velocities.
#pragma once

#include <vector>

#include "core/model/model.hpp"
#include "core/step/state.hpp"
#include "tactus/integrator.hpp"

namespace tactus::core {

class Damping {
 public:
  /// @param model, system, integrator  outlive this
  /// @param mass  the mass matrix that the integrator uses
  /// @param increments  the integrator solves for increments, not for velocities
  Damping(const Model& model, const System& system, const Integrator& integrator, Mass mass,
          bool increments);

  bool active() const { return !rate_.empty(); }
  /// s, the stable step of an integrator with this damping, given the one without it: damping of
  /// increments reduces it by the factor sqrt((1 + exp(-c dt))/2).
  Real stable_step(Real dt) const;
  /// The state from which a step of dt starts; `state` itself if there is nothing to damp in it.
  const State& damped(const State& state, Real dt, Context& context);
  /// What damping has removed in a step, before and after what the integrator did in it.
  struct Taken {
    /// J, kinetic energy of free degrees of freedom, plus the integrator's shift
    Real energy = 0;
    /// J, that a consistent mass stores between free and prescribed degrees of freedom; supports give it back
    Real held_energy = 0;
    Real momentum[3] = {};                   ///< kg m/s, of free degrees of freedom
    Real shift_before = 0, shift_after = 0;  ///< J, the shift alone, at each end of the step
  };
  /// Damps the velocities at the end of a step.
  /// @param old  the state that damped() returned
  Taken finish(const State& old, State& next, Real dt, Context& context);

 private:
  struct Motion {
    Real energy = 0, held = 0;  ///< J, as in Taken
    Real shift = 0;
    Real momentum[3] = {};
  };
  Motion motion_of(const State& state, Real dt, Context& context) const;
  void scale(State& state, Real dt) const;
  void brake(const State& old, State& next, Real dt, Context& context) const;

  const Model& model_;
  const System& system_;
  const Integrator& integrator_;
  Mass mass_;
  bool increments_;
  Real largest_rate_ = 0;   ///< 1/s
  std::vector<Real> rate_;  ///< [dofs] 1/s, 0 where prescribed; empty: no damping
  State start_;
  Motion taken_;  ///< removed in the first half of the step
};

}  // namespace tactus::core
