/// \file contact_stage.hpp  One contact solve within a step: it solves the problem that the
/// integrator posed. StepProblem::unknown() decides which kind of stage is used: increments or
/// reactions.
#pragma once

#include "core/contact/contact_model.hpp"
#include "core/step/step_facts.hpp"
#include "tactus/integrator.hpp"

namespace tactus::core {

class ContactStage {
 public:
  virtual ~ContactStage() = default;

  /// Told before solve(): how long the step after this one will be [s], as far as is known.
  virtual void expect(Real /*dt_next*/) {}
  /// Solves the problem. `old` is the state at t_n; both outlive the step.
  /// @param inverted  vertices of elements that the previous solution of this same step inverted
  virtual Outcome solve(const StateView& old, StepProblem& problem, View<Index> inverted,
                        Context& context) = 0;
  /// The solution in the form in which the integrator reads it; views are valid until the next
  /// solve().
  virtual StepResult result(Real dt, Context& context) = 0;
  /// Adds the effect of contact in the solution to `out`.
  /// @param report  of the integrator: which fraction of the impulses it has used
  virtual void collect(const StepReport& report, Real dt, ContactForces& out) const = 0;
  /// Adds the solver's report, and the energy stored in its springs [J].
  virtual void report(StepFacts& facts) const = 0;
  /// J, StepSolution::most_contact_gain of the last solve().
  virtual Real most_contact_gain() const { return kUnlimited; }
  /// m/s, natural residual after each iteration of the last solve(); empty if the solver does not
  /// iterate on reactions.
  virtual View<Real> residuals() const { return {}; }

  /// s, time step limit of the laws.
  virtual Real time_step_limit(const Scales& /*scales*/) const { return kUnlimited; }
  /// The contact model of this stage; null if the run has no contact.
  virtual KernelContact* contact() = 0;
  virtual void accept() = 0;  ///< the step is accepted and histories advance
  virtual void save(Archive& archive) const = 0;
  virtual void load(Archive& archive, Context& context) = 0;
};

}  // namespace tactus::core
