/// \file contact_stage.hpp  One contact solve of a step: what becomes of the problem that an integrator
/// posed. Which kind of stage takes it follows from StepProblem::unknown().
#pragma once

#include "core/contact/contact_model.hpp"
#include "core/run/step_facts.hpp"
#include "tactus/integrator.hpp"

namespace tactus::core {

class ContactStage {
 public:
  virtual ~ContactStage() = default;

  /// Solves the problem. `old` is the state at t_n; both outlive the step.
  /// @param inverted  corners of elements that the last solution of this very step inverted
  virtual Outcome solve(const StateView& old, StepProblem& problem, View<Index> inverted,
                        Context& context) = 0;
  /// The solution as the integrator gets it back; views are valid until the next solve().
  virtual StepResult result(Real dt, Context& context) = 0;
  /// Adds what contact did in the solution to `out`.
  /// @param fraction  of the impulses that the integrator put in, StepReport::impulse_fraction
  virtual void collect(Real fraction, Real dt, ContactForces& out) const = 0;
  /// Adds what the solver said of itself, and the energy in its springs, J.
  virtual void report(StepFacts& facts) const = 0;
  /// m/s, natural residual after each iteration of the last solve(); empty where nobody iterates so.
  virtual View<Real> residuals() const { return {}; }

  /// s, of the solver and of laws.
  virtual Real time_step_limit(const Scales& scales) const = 0;
  /// Contact of this stage; null where the run has none.
  virtual KernelContact* contact() = 0;
  virtual void accept() = 0;  ///< the step is accepted: histories move on
  virtual void save(Archive& archive) const = 0;
  virtual void load(Archive& archive, Context& context) = 0;
};

}  // namespace tactus::core
