/// \file midpoint/midpoint.hpp  Steps by the midpoint rule, for integrators that differ in where contact
/// is evaluated: at the end of the step, or in its middle, too.
///
///   2/dt^2 M (u - dt v_n) = F(q_n (+) u/2) + f_con,     v_{n+1} = 2/dt u - v_n
///
/// with forces F = f_ext - f_int of the middle of the step and the force of contact f_con. An extension
/// of the increment u alone: no acceleration is needed, neither to start nor between steps. The stress of
/// the middle may be replaced by one that a rule forms of both ends of the step.
#pragma once

#include <vector>

#include "../integrator.hpp"
#include "capabilities.hpp"
#include "rule_problem.hpp"

namespace tactus {

class MidpointRule : public Integrator {
 public:
  struct Options {
    Mass mass = Mass::consistent;
    void describe(OptionVisitor& o);
  };
  void capabilities(Capabilities& c) const override;

 protected:
  struct Contact {
    Real fraction = 1;       ///< of the increment, where rows are evaluated: 1 end, 1/2 middle
    Real gain_limit = 2e-2;  ///< EnergyAccount::gain_limit
  };
  struct Stress {
    const StressRule* rule = nullptr;  ///< null: the stress of the middle; lives as long as this
    bool symmetric = true;             ///< the tangent of the rule is symmetric
  };
  MidpointRule(const Options& o, const Contact& contact) : mass_(o.mass), contact_(contact) {}
  MidpointRule(const Options& o, const Contact& contact, const Stress& stress)
      : mass_(o.mass), contact_(contact), rule_(stress.rule), problem_(stress.symmetric) {}

 private:
  View<Stage> do_stages() const override { return kIncrementStage; }
  Mass do_mass() const override { return mass_; }
  Outcome do_begin(Index stage, const StateView& old, const StateView& next, System& system,
                   StepProblem*& problem, Context& context) override;
  Outcome do_finish(Index stage, const StateView& old, System& system, const StepResult& result,
                    const StateOut& next, StepReport& report, Context& context) override;

  ForceQuery middle(const StateView& old, Real dt) const;
  void find_accelerations(const StateView& old, const System& system, Real dt);
  void account_for(const StepResult& result, const System& system, StepReport& report, Real dt,
                   Context& context);

  Mass mass_;
  Contact contact_;
  const StressRule* rule_ = nullptr;
  RuleProblem problem_;
  std::vector<Real> acceleration_;  ///< [dofs] of the prescribed motion in this step, 0 elsewhere
  std::vector<Real> force_, inertia_;
};

}  // namespace tactus
