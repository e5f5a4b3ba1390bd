/// \file stages.hpp  The contact stages of a run, one for each stage that its integrator names. Each is
/// whole: it has constraint objects, a solver, contact rows, near lists and histories of contacts of
/// its own, and a group of its own in checkpoints. Laws, which state nothing but what was configured,
/// are shared.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/contact/step_division.hpp"
#include "core/model/linear_solvers.hpp"
#include "core/model/model.hpp"
#include "core/scene/configuration.hpp"
#include "core/scene/stages.hpp"
#include "core/step/contact_stage.hpp"
#include "core/support/stopwatch.hpp"
#include "tactus/contact_solver.hpp"

namespace tactus::core {

class IncrementStage;

class Stages {
 public:
  /// @throws ModelError if a component cannot work on this model, ConfigurationErrors if a stage is not
  /// solved, PluginFault.
  Stages(const Model& model, Configuration& configuration, PhaseTimes& times, Context& context);

  Index count() const { return static_cast<Index>(stages_.size()); }
  /// By what the integrator's stage is solved, which has posed this problem. @throws PluginFault if the
  /// integrator did not announce such a problem.
  ContactStage& of(Index stage, StepProblem& problem) const;
  /// The solver of a stage, as it is configured.
  const ComponentConfig& solver(Index stage) const;
  /// The contact model of a stage; null if the run has no contact.
  KernelContact* contact(Index stage) const;
  /// Whether a stage after this one is posed in velocities.
  bool poses_velocities_after(Index stage) const;
  /// Divides steps in which things move too far; null if steps are never divided.
  StepDivision* division() const { return division_.get(); }

  Real time_step_limit(const Scales& scales) const;  ///< s, of laws
  ListFacts lists() const;  ///< of all stages; searches and their boxes since the start
  void accept() const;

  /// Calls use(group of the checkpoint, stage) for each stage with something to be kept.
  void for_each_group(FunctionRef<void(const std::string&, ContactStage&)> use) const;

 private:
  /// A stage of the integrator, and what solves it.
  struct Entry {
    Stage what;
    bool claimed = false;                ///< the integrator claims to pose such problems
    SurfacePairs pairs{};                ///< which constraint serves which surfaces
    std::unique_ptr<Constraint> list{};  ///< combines several constraints
    std::unique_ptr<ContactStage> solved{};
  };
  void name_stages();
  std::unique_ptr<ContactStage> make(Entry& entry, bool is_explicit, Context& context);
  std::unique_ptr<KernelContact> make_contact(Entry& entry, std::vector<Real> solver_history,
                                              Context& context);
  Constraint& make_constraint(Entry& entry, Context& context);
  void set_up_constraint(const Entry& entry, std::size_t k, const Surface& surface,
                         Context& context);
  ContactSolver* make_solver(const Entry& entry, Context& context);
  void add_newton(IncrementStage& stage);
  void make_division(bool is_explicit, const Context& context);

  const Model& model_;
  Configuration& configuration_;
  PhaseTimes& times_;
  KernelSolvers linear_;
  PairLaws laws_;
  RunNumbers numbers_;
  ContactGeometry geometry_;
  std::vector<Entry> stages_;
  std::unique_ptr<StepDivision> division_;
};

}  // namespace tactus::core
