/// \file stages.hpp  The contact stages of a run, one for each kind of problem that its integrator
/// poses. Each comes with the solver, the contact rows and the histories of contacts behind it.
#pragma once

#include <memory>
#include <vector>

#include "core/contact/step_division.hpp"
#include "core/model/linear_solvers.hpp"
#include "core/model/model.hpp"
#include "core/scene/configuration.hpp"
#include "core/step/contact_stage.hpp"
#include "core/support/stopwatch.hpp"
#include "tactus/contact_solver.hpp"

namespace tactus::core {

class IncrementStage;

class Stages {
 public:
  /// @throws ModelError if a component cannot work on this model, PluginFault.
  Stages(const Model& model, Configuration& configuration, PhaseTimes& times, Context& context);

  /// The stage that solves this problem. @throws PluginFault if the integrator did not announce
  /// such problems.
  ContactStage& of(StepProblem& problem) const;
  /// The contact model of the first stage that has one; null if the run has no contact.
  KernelContact* contact() const;
  /// Divides steps in which things move too far; null if steps are never divided.
  StepDivision* division() const { return division_.get(); }

  Real time_step_limit(const Scales& scales) const;  ///< s, of laws
  void accept() const;
  void save(Archive& archive) const;
  void load(Archive& archive, Context& context) const;

 private:
  std::unique_ptr<KernelContact> make_contact(std::vector<Real> solver_history, Context& context);
  Constraint& make_constraint(Context& context);
  void set_up_constraint(std::size_t k, const Surface& surface, Context& context);
  void make_increments(bool is_explicit, Context& context);
  void add_newton(IncrementStage& stage);
  void make_reactions(Context& context);

  const Model& model_;
  Configuration& configuration_;
  PhaseTimes& times_;
  KernelSolvers linear_;
  PairLaws laws_;
  ContactGeometry geometry_;
  ContactSolver* solver_ = nullptr;                 ///< null: the run has no contact
  std::vector<std::unique_ptr<Constraint>> lists_;  ///< combine several constraints, for each stage
  std::unique_ptr<ContactStage> increments_, reactions_;  ///< null: no such problem is posed
  std::unique_ptr<StepDivision> division_;
};

}  // namespace tactus::core
