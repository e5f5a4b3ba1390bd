/// \file integrator.hpp  The interface of time integrators. An integrator turns the state at t_n
/// into the algebraic problem of a step, and the solution of this problem into the state at
/// t_{n+1}.
#pragma once

#include "capability.hpp"
#include "component.hpp"
#include "setup.hpp"
#include "state.hpp"
#include "step_problem.hpp"
#include "step_report.hpp"
#include "system.hpp"

namespace tactus {

/// One contact solve in a step. An element of an array: never grows.
struct Stage {
  Unknown unknown = Unknown::increment;
  /// The entry of /contact/stages by which the stage is solved; empty: /contact itself.
  std::string_view name{};
};
/// The stages of most integrators: a single one, which is solved as /contact says.
inline constexpr Stage kIncrementStage[] = {{Unknown::increment, {}}};
inline constexpr Stage kVelocityStage[] = {{Unknown::velocity, {}}};

class Integrator : public Component {
 public:
  static constexpr Kind kKind = Kind::integrator;

  /// Once, before start().
  void setup(const Setup& setup, Context& context) { do_setup(setup, context); }

  /// Computes what the first step needs in addition to q and v (accelerations at t = 0). `state` is
  /// read and written.
  Outcome start(System& system, const StateOut& state, Context& context) {
    return do_start(system, state, context);
  }

  /// s, largest dt with which the step from `old` is stable; the kernel takes the smallest of all
  /// limits.
  Real time_step_limit(const System& system, const StateView& old) const {
    return do_time_step_limit(system, old);
  }

  /// The contact solves of a step, in order; known when the configuration is read, and valid as long as
  /// the object. Each stage is begin -> solve -> finish; stages may pose different kinds of problem, e.g.
  /// velocities first, then a projection of positions against drift. Each one has constraints, a solver
  /// and histories of contacts of its own. Stage k > 0 sees in `next` what stage k - 1 wrote.
  View<Stage> stages() const { return do_stages(); }

  /// Poses the problem of a stage from `old` (never written: a rejected step starts here again).
  /// `problem` is owned by the integrator and valid until the next begin(); dt is context.step.dt.
  Outcome begin(Index stage, const StateView& old, const StateView& next, System& system,
                StepProblem*& problem, Context& context) {
    problem = nullptr;
    Outcome outcome = do_begin(stage, old, next, system, problem, context);
    expects(!outcome || problem, "begin() succeeded and posed no problem");
    return outcome;
  }

  /// Writes `next` from the solution. Returns `retry` if the new configuration is unusable (an
  /// inverted element).
  Outcome finish(Index stage, const StateView& old, System& system, const StepResult& result,
                 const StateOut& next, StepReport& report, Context& context) {
    return do_finish(stage, old, system, result, next, report, context);
  }

  /// J, EnergyAccount's shift of a state for a step of dt: the difference between the energy that
  /// the method conserves for linear systems and the sum of kinetic and potential energy.
  Real energy_shift(const System& system, const StateView& state, Real dt) const {
    return do_energy_shift(system, state, dt);
  }

  /// The mass matrix with which the method computes motion; momenta and kinetic energy are computed
  /// with it.
  Mass mass() const { return do_mass(); }

  /// Columns of `extra` in the state, for multistep methods.
  Index extra_columns() const { return do_extra_columns(); }

 private:
  virtual void do_setup(const Setup& /*setup*/, Context& /*context*/) {}
  virtual Outcome do_start(System&, const StateOut&, Context&) { return {}; }
  virtual Real do_time_step_limit(const System&, const StateView&) const { return kUnlimited; }
  virtual View<Stage> do_stages() const = 0;
  virtual Outcome do_begin(Index stage, const StateView& old, const StateView& next, System& system,
                           StepProblem*& problem, Context& context) = 0;
  virtual Outcome do_finish(Index stage, const StateView& old, System& system,
                            const StepResult& result, const StateOut& next, StepReport& report,
                            Context& context) = 0;
  virtual Real do_energy_shift(const System&, const StateView&, Real) const { return 0; }
  virtual Mass do_mass() const { return Mass::lumped; }
  virtual Index do_extra_columns() const { return 0; }
};

}  // namespace tactus
