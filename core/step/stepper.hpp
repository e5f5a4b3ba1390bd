/// \file stepper.hpp  The time loop that all methods share: it makes one accepted step after
/// another. Nothing here names an implementation.
///
/// StepClock chooses dt, divides steps and shortens them. The integrator poses the problem of a
/// stage and reads its solution. One of the Stages solves it, for increments or for reactions,
/// depending on the problem. FemSystem::commit() fixes energies and histories at the accepted
/// state. OutsideWork and ContactForces describe what happened.
#pragma once

#include <memory>
#include <vector>

#include "core/model/fem_system.hpp"
#include "core/model/model.hpp"
#include "core/scene/components.hpp"
#include "core/scene/configuration.hpp"
#include "core/step/damping.hpp"
#include "core/step/outside_work.hpp"
#include "core/step/stages.hpp"
#include "core/step/state.hpp"
#include "core/step/step_clock.hpp"
#include "core/step/step_facts.hpp"
#include "core/step/strain_limit.hpp"
#include "core/support/plugin_fault.hpp"
#include "core/support/stopwatch.hpp"
#include "tactus/integrator.hpp"

namespace tactus::core {

class Stepper {
 public:
  /// @throws ModelError if a component cannot work on this model, PluginRunError.
  Stepper(const Model& model, FemSystem& system, Configuration& configuration, Context& context);

  /// Sets up the first state: initial positions, velocities and accelerations.
  /// @throws StepError, PluginRunError; ConfigError if the configured step exceeds the stable one.
  void start();

  bool finished() const { return lengths_.clock.finished(state_.time); }
  /// Makes one accepted step. Returns false if it was interrupted; the state is then the old one.
  /// @throws StepError if the step cannot be made, PluginRunError.
  bool advance();

  const State& state() const { return state_; }
  /// Facts of the last accepted step; a resumed run knows those that tables, frames and messages use.
  const StepFacts& facts() const { return accepted_; }
  /// Facts of the step that failed, after advance() threw an error; without residuals otherwise.
  const StepFacts& failed() const { return facts_; }
  Index steps() const { return steps_; }
  Real step_size() const { return lengths_.clock.whole_step(); }  ///< s, of an undivided step
  /// The contact model of the first stage; null if the run has no contact.
  KernelContact* contact() { return stages_->contact(0); }
  PhaseTimes& times() { return times_; }
  Mass mass() const { return mass_; }  ///< the mass matrix that the integrator uses

  void save(Archive& archive) const;
  /// @throws Error if the arrays do not have the sizes of the model.
  void load(Archive& archive);
  /// The stages of a step, each with near lists and histories of contacts of its own.
  const Stages& stages() const { return *stages_; }

 private:
  /// How long steps are.
  struct Lengths {
    StepClock clock;
    StrainLimit strain;
    bool limits_strain = false;    ///< the steps of increments are explicit
    bool steps_grow_back = false;  ///< they are implicit
    bool is_static = false;  ///< they have no inertia: one that fails may be beyond a limit load
  };
  /// What is known of the attempt under way.
  struct Attempt {
    ContactStage* last = nullptr;         ///< the stage that was last used
    Index last_stage = 0;                 ///< its number
    Real most_contact_gain = kUnlimited;  ///< J, the least bound of the stages
  };

  StepClock::Limits limits() const;
  Real own_limit() const;
  void choose_step();
  Index parts_of(Real dt);
  void announce(Real dt);
  Outcome try_step(Real dt);
  Outcome run_stage(Index stage, StepReport& report);
  Outcome begin(Index stage, StepProblem*& problem);
  void record(const StepReport& report, Real dt);
  void accept();
  template <class Self, class Use>
  static void for_fields(Self& self, const Use& use);
  [[noreturn]] void give_up(const Outcome& outcome, Real dt);

  const Model& model_;
  FemSystem& system_;
  Configuration& configuration_;
  Context& context_;
  Integrator& integrator_;
  Mass mass_;
  std::vector<RunComponent> components_;

  Lengths lengths_;
  State state_, next_;
  StepFacts facts_;     ///< of the step that is being made
  StepFacts accepted_;  ///< of the last accepted step
  OutsideWork outside_;
  Damping damping_;
  const State* old_ = nullptr;  ///< the start of the current step: state_, or its damped copy
  PhaseTimes times_;
  std::unique_ptr<Stages> stages_;
  Index steps_ = 0;
  /// The problem of the current step, if parts_of() has already posed it.
  StepProblem* posed_ = nullptr;
  Attempt attempt_;
};

}  // namespace tactus::core
