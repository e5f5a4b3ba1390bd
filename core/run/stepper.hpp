/// \file stepper.hpp  One accepted step after the other: the loop that all methods share. Nothing here
/// names an implementation.
///
/// Who does what: StepClock chooses dt, divides and shortens; the integrator poses the problem of a
/// stage and reads its solution; one of the Stages solves it, increments or reactions as it says;
/// FemSystem::commit() fixes energies and histories at the state that is accepted; SupportRecord and
/// ContactForces say what happened.
#pragma once

#include <memory>
#include <vector>

#include "core/config/scene/configuration.hpp"
#include "core/model/fem_system.hpp"
#include "core/model/model.hpp"
#include "core/run/components.hpp"
#include "core/run/damping.hpp"
#include "core/run/load_record.hpp"
#include "core/run/path_record.hpp"
#include "core/run/stages.hpp"
#include "core/run/state.hpp"
#include "core/run/step_clock.hpp"
#include "core/run/step_facts.hpp"
#include "core/run/step_record.hpp"
#include "core/support/plugin_fault.hpp"
#include "core/support/process_state.hpp"
#include "core/support/stopwatch.hpp"
#include "tactus/integrator.hpp"

namespace tactus::core {

class Stepper {
 public:
  /// @throws ModelError where a component cannot work on this model, PluginRunError.
  Stepper(const Model& model, FemSystem& system, Configuration& configuration, Context& context);

  /// The first state: initial positions and velocities, accelerations.
  /// @throws StepError, PluginRunError; ConfigError where the step given is above the stable one.
  void start();

  bool finished() const { return clock_.finished(state_.time); }
  /// One accepted step. Returns false where it was interrupted; the state is then the old one.
  /// @throws StepError where the step cannot be made, PluginRunError.
  bool advance();

  const State& state() const { return state_; }
  const StepFacts& facts() const { return facts_; }
  Index steps() const { return steps_; }
  Real step_size() const { return clock_.whole_step(); }  ///< s, of an undivided step
  /// Contact of the first stage that has any; null: the run has none.
  KernelContact* contact() { return stages_->contact(); }
  PhaseTimes& times() { return times_; }
  Mass mass() const { return mass_; }  ///< that the integrator moves bodies with

  void save(Archive& archive) const;
  /// @throws Error where the arrays have other sizes than the model.
  void load(Archive& archive);
  /// Near lists and histories of contacts, of all stages.
  void save_contact(Archive& archive) const { stages_->save(archive); }
  void load_contact(Archive& archive) { stages_->load(archive, context_); }

 private:
  void set_first_state();
  void expect_no_trace() const;
  PluginRunError named(const PluginFault& fault, std::string_view when) const;
  void renew_critical_step();
  StepClock::Limits limits() const;
  bool is_explicit() const;
  Real own_limit() const;
  bool make_step();
  Index parts_of(Real dt);
  void announce(Real dt);
  Outcome try_step(Real dt);
  Outcome run_stage(Index stage, StepReport& report);
  Outcome begin(Index stage, StepProblem*& problem);
  void note_residuals(const ContactStage& solver);
  View<Index> boundary_corners(const Location& where);
  void record(const StepReport& report, Real dt);
  void accept();
  void reject();
  template <class Self, class Use>
  static void for_fields(Self& self, const Use& use);
  [[noreturn]] void give_up(const Outcome& outcome, Real dt);

  const Model& model_;
  FemSystem& system_;
  Configuration& configuration_;
  Context& context_;
  ProcessState process_;  ///< as it was before any plugin was set up
  Integrator& integrator_;
  Mass mass_;
  std::vector<RunComponent> components_;

  StepClock clock_;
  State state_, next_;
  StepFacts facts_;
  SupportRecord supports_;
  PathRecord paths_;
  LoadRecord loads_;
  Damping damping_;
  const State* old_ =
      nullptr;  ///< what the step at hand starts from: state_, damped where it is to be
  PhaseTimes times_;
  std::unique_ptr<Stages> stages_;
  Index steps_ = 0;
  /// The problem of the step at hand, where parts_of() has posed it already.
  StepProblem* posed_ = nullptr;
  ContactStage* last_ = nullptr;  ///< stage that was run last in this step
  std::vector<Index> corners_;
};

}  // namespace tactus::core
