/// \file increment_stage.hpp  The contact stage for problems in increments: the integrator
/// predicts, and a contact solver then alternates between detection and projection as often as it
/// needs.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/contact/pressed_forces.hpp"
#include "core/contact/step_division.hpp"
#include "core/step/contact_stage.hpp"
#include "core/step/equilibrium.hpp"
#include "core/step/increment_acceptance.hpp"
#include "core/support/stopwatch.hpp"
#include "tactus/contact_solver.hpp"
#include "tactus/newton/newton.hpp"

namespace tactus::core {

class IncrementStage final : public ContactStage {
 public:
  /// @param solver, contact  null if the run has no contact; the predictor then is the solution
  /// @param type  of the solver, for messages
  IncrementStage(const Layout& layout, ContactSolver* solver, std::string type,
                 std::unique_ptr<KernelContact> contact);
  /// From now on problems that are not linear are solved by this method. Without contact only.
  /// @param has_potential  the problems have a potential that is lower where they are solved
  void set_newton(std::unique_ptr<Newton> newton, bool has_potential) {
    newton_ = std::move(newton), has_potential_ = has_potential;
  }

  /// From now on the motion in a step whose problem is not linear is measured when the step is solved: how
  /// far its predictor went says less than that of an explicit step. With contact only; outlives this.
  void set_division(StepDivision* division) { division_ = division; }

  /// From now on it is measured how far solved steps are from equilibrium.
  void set_equilibrium(std::unique_ptr<Equilibrium> measured) {
    equilibrium_ = std::move(measured);
  }

  Outcome solve(const StateView& old, StepProblem& problem, View<Index> inverted,
                Context& context) override;
  StepResult result(Real dt, Context& context) override;
  void collect(const StepReport& report, Real dt, ContactForces& out) const override;
  void report(StepFacts& facts) const override;
  Real most_contact_gain() const override { return most_contact_gain_; }
  KernelContact* contact() override { return contact_.get(); }
  void accept() override;
  void save(Archive& archive) const override;
  void load(Archive& archive, Context& context) override;

 private:
  Outcome judge_motion(Context& context);
  Outcome find_solution(const StateView& old, StepProblem& problem, View<Index> inverted,
                        Context& context);
  Outcome solve_without_contact(StepProblem& problem, Context& context);
  void check_solution() const;
  void name_components(StepResult& result, Context& context);
  void group_turning_zones();

  ContactSolver* solver_;
  std::unique_ptr<KernelContact> contact_;
  std::optional<PressedForces> pressed_;  ///< as long as there is contact
  IncrementAcceptance acceptance_;
  StepDivision* division_ = nullptr;  ///< null: steps are not measured
  std::unique_ptr<Newton> newton_;    ///< null: all problems are linear
  bool has_potential_ = false;
  std::unique_ptr<Equilibrium> equilibrium_;  ///< null: steps have inertia
  std::vector<Real> w_, force_, impulse_, multiplier_;
  View<std::uint8_t> prescribed_;  ///< [dofs]
  std::vector<Index> group_, zone_;
  std::vector<Index> component_;                ///< see StepResult
  std::vector<Real> handed_on_, of_component_;  ///< likewise
  Real stored_energy_ = 0, most_contact_gain_ = kUnlimited;
};

}  // namespace tactus::core
