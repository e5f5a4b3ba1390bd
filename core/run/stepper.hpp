/// \file stepper.hpp  One accepted step after the other: sizes, cuts, retries. Nothing here names an
/// implementation.
#pragma once

#include <memory>

#include "core/config/configuration.hpp"
#include "core/contact/contact_model.hpp"
#include "core/contact/step_cut.hpp"
#include "core/model/fem_system.hpp"
#include "core/model/model.hpp"
#include "core/run/components.hpp"
#include "core/run/state.hpp"
#include "core/support/plugin_fault.hpp"
#include "core/support/process_state.hpp"
#include "core/support/stopwatch.hpp"
#include "tactus/contact_solver.hpp"
#include "tactus/integrator.hpp"

namespace tactus::core {

/// What happened in the last accepted step.
struct StepFacts {
  Real dt = 0;                   ///< s
  Index cuts = 0;                ///< parts the step was cut into; 0: not cut
  Index retries = 0;             ///< times it was tried again with a smaller dt
  Index sorts = 0;               ///< near lists made
  Real contact_work = 0;         ///< J
  Real stored_energy = 0;        ///< J, in penalty springs
  Real support_impulse[3] = {};  ///< N s, of prescribed degrees of freedom on the rest
  Real support_work = 0;         ///< J, done by them
  /// [(holders + 2) * 3] N s, the parts of support_impulse as in ContactForces::held_by; empty before
  /// the first step.
  std::vector<Real> reactions;
  EnergyAccount account{};   ///< of the integrator; before the first step: its shift alone
  Real handed_on = 0;        ///< J, work of contact on prescribed degrees of freedom
  Real force_work_held = 0;  ///< J, EnergyAccount::force_work of these
  ContactForces forces;
};

/// Why a run cannot go on, with step and time.
class __attribute__((visibility("default"))) StepError : public Error {
  using Error::Error;
};

class Stepper {
 public:
  /// @throws ModelError where a component cannot work on this model, PluginRunError.
  Stepper(const Model& model, FemSystem& system, Configuration& configuration, Context& context);

  /// The first state: initial positions and velocities, accelerations.
  /// @throws StepError, PluginRunError; ConfigError where the step given is above the stable one.
  void start();

  bool finished() const { return state_.time >= end_; }
  /// One accepted step. Returns false where it was interrupted; the state is then the old one.
  /// @throws StepError where the step cannot be made, PluginRunError.
  bool advance();

  const State& state() const { return state_; }
  const StepFacts& facts() const { return facts_; }
  Index steps() const { return steps_; }
  Real step_size() const { return full_step_; }  ///< s, of an uncut step
  KernelContact* contact() { return contact_.get(); }
  PhaseTimes& times() { return times_; }

  void save(Archive& archive) const;
  /// @throws Error where the arrays have other sizes than the model.
  void load(Archive& archive);

 private:
  void make_contact(ContactConfig& contact);
  void set_first_state();
  void expect_no_trace() const;
  PluginRunError named(const PluginFault& fault, std::string_view when) const;
  void choose_step();
  void check_given_step() const;
  bool is_explicit() const;
  Real own_limit() const;
  Real next_dt();
  Index parts_of(Real dt);
  Outcome try_step(Real dt);
  void announce(Real dt);
  bool make_step();
  Outcome begin(Index stage, StepProblem*& problem);
  Outcome run_stage(Index stage, StepProblem*& problem, StepReport& report);
  Outcome solve(StepProblem& problem, View<Index> inverted);
  View<Index> boundary_corners(const Location& where);
  void check_solution() const;
  StepResult result_of(Real dt);
  void collect_forces(const StepReport& report, Real dt);
  void record(const StepReport& report, Real dt);
  void accept();
  void reject();
  std::string who_takes_part(const Outcome& outcome) const;
  template <class Self, class Use>
  static void for_fields(Self& self, const Use& use);
  [[noreturn]] void give_up(const Outcome& outcome, Real dt) const;

  const Model& model_;
  FemSystem& system_;
  Configuration& configuration_;
  Context& context_;
  ProcessState process_;  ///< as it was before any plugin was set up
  Integrator& integrator_;
  std::vector<RunComponent> components_;
  ContactSolver* solver_ = nullptr;
  std::unique_ptr<KernelContact> contact_;
  std::unique_ptr<StepCut> cut_;

  State state_, next_;
  StepFacts facts_;
  PhaseTimes times_;
  Index steps_ = 0;
  Real end_ = 0, full_step_ = 0;
  Real part_dt_ = 0;  ///< s, of the parts of a step that was cut
  Index parts_left_ = 0;
  Index zone_run_ = 0;  ///< whole steps in a row with rigid impact zones
  /// The problem of the step at hand, where parts_of() has posed it already.
  StepProblem* posed_ = nullptr;
  /// [dofs] N, forces held back at t_n; of prescribed degrees of freedom, 0 elsewhere.
  std::vector<Real> held_old_;
  std::vector<Index> prescribed_;

  // the step under way
  std::vector<Real> w_, force_, impulse_, multiplier_;
  std::vector<Index> group_, zone_, corners_;
  Real stored_energy_ = 0;
};

}  // namespace tactus::core
