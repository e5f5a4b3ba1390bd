/// \file guarded_integrator.hpp  Time integrators under supervision.
#pragma once

#include <utility>

#include "core/support/guard/guarded.hpp"
#include "core/support/guard/guarded_problem.hpp"
#include "tactus/integrator.hpp"

namespace tactus::core {

class GuardedIntegrator final : public Guarded<Integrator> {
 public:
  GuardedIntegrator(std::unique_ptr<Integrator> object, const char* type)
      : Guarded(std::move(object), type), problem_(called()) {}

 private:
  void do_setup(const Setup& setup, Context& context) override {
    call(&Integrator::setup, setup, context);
  }
  Outcome do_start(System& system, const StateOut& state, Context& context) override {
    Outcome outcome = call(&Integrator::start, system, state, context);
    if (!outcome) return outcome;
    return finite_or_retry(called(),
                           {of_dofs("a velocity", state.v), of_dofs("an acceleration", state.a)});
  }
  Real do_time_step_limit(const System& system, const StateView& old) const override {
    return number("a limit of the time step", call(&Integrator::time_step_limit, system, old));
  }
  View<Stage> do_stages() const override { return call(&Integrator::stages); }
  Outcome do_begin(Index stage, const StateView& old, const StateView& next, System& system,
                   StepProblem*& problem, Context& context) override {
    StepProblem* posed = nullptr;
    Outcome outcome = call(&Integrator::begin, stage, old, next, system, posed, context);
    if (!posed) return outcome;
    problem_.set(*posed), problem = &problem_;
    return outcome ? finite_or_retry(called(), {of_dofs("a predictor", problem_.predictor())})
                   : outcome;
  }
  Outcome do_finish(Index stage, const StateView& old, System& system, const StepResult& result,
                    const StateOut& next, StepReport& report, Context& context) override {
    Outcome outcome = call(&Integrator::finish, stage, old, system, result, next, report, context);
    if (!outcome) return judged(std::move(outcome), result, next);
    const auto& [kept, contact, force_work, shift_old, shift_new, path_work, path_shift, limit] =
        report.account;
    const Real numbers[] = {report.impulse_fraction,
                            report.contact_work,
                            contact,
                            force_work,
                            shift_old,
                            shift_new,
                            path_work,
                            path_shift,
                            limit};
    static constexpr std::string_view kNames[] = {
        "impulse_fraction",   "contact_work",       "account.contact",
        "account.force_work", "account.shift_old",  "account.shift_new",
        "account.path_work",  "account.path_shift", "account.gain_limit"};
    return finite_or_retry(called(),
                           {of_dofs("a velocity", next.v),
                            of_dofs("an acceleration", next.a),
                            configuration(next),
                            of_dofs("a force of the step (more_force)", report.more_force),
                            {.what = "a report of the step", .numbers = numbers, .names = kNames}});
  }
  Real do_energy_shift(const System& system, const StateView& state, Real dt) const override {
    return number("an energy", call(&Integrator::energy_shift, system, state, dt));
  }
  Mass do_mass() const override { return call(&Integrator::mass); }
  Index do_extra_columns() const override { return call(&Integrator::extra_columns); }

  static Given configuration(const StateOut& next) {
    return {.what = "a configuration", .numbers = next.q, .each = "coordinate"};
  }

  /// A material has no stress at a configuration that is none.
  Outcome judged(Outcome outcome, const StepResult& result, const StateOut& next) const {
    if (!all_finite(result.w)) return outcome;
    Outcome own = finite_or_retry(called(), {configuration(next)});
    return own ? outcome : own;
  }

  GuardedProblem problem_;
};

}  // namespace tactus::core
