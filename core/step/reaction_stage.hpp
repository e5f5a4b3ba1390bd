/// \file reaction_stage.hpp  The contact stage for problems in velocities: contact rows at a frozen geometry, the
/// Delassus operator, contact laws, and a solver for the reactions (Solfec, 84).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/contact/contact_areas.hpp"
#include "core/contact/reaction_past.hpp"
#include "core/contact/stored_energy.hpp"
#include "core/step/contact_choice.hpp"
#include "core/step/contact_stage.hpp"
#include "core/step/held_normals.hpp"
#include "core/step/reaction_operator.hpp"
#include "core/step/reaction_record.hpp"
#include "core/step/reaction_solver.hpp"
#include "core/step/turning_gaps.hpp"

namespace tactus::core {

class ReactionStage final : public ContactStage {
 public:
  /// The solver, its type for use in messages, and what holds where it does not converge.
  struct Solver {
    ContactSolver* solver = nullptr;  ///< null: no contact, the free velocity is the solution
    std::string type{};
    const NotConvergedConfig& not_converged;  ///< outlives the stage
    bool gap_ahead = false;                   ///< ContactConfig::gap_ahead
  };
  /// @param laws, surface  outlive the stage
  /// @param contact  null if the run has no contact
  /// @param width  [bodies] m, thickness; see ContactAreas
  ReactionStage(const ContactGeometry& geometry, const Solver& solver,
                std::unique_ptr<KernelContact> contact, const PairLaws& laws,
                std::vector<Real> width);

  /// For integrators whose steps are implicit: solves with their tangent.
  void set_inverse(std::unique_ptr<LinearSolver> inverse) {
    operator_.set_inverse(std::move(inverse));
  }

  void expect(Real dt_next) override { dt_next_ = dt_next; }
  Outcome solve(const StateView& old, StepProblem& problem, View<Index> inverted,
                Context& context) override;
  StepResult result(Real dt, Context& context) override;
  void collect(const StepReport& report, Real dt, ContactForces& out) const override;
  void report(StepFacts& facts) const override;
  View<Real> residuals() const override { return solver_.residuals(); }
  Real time_step_limit(const Scales& scales) const override;
  KernelContact* contact() override { return contact_.get(); }
  void accept() override;
  void save(Archive& archive) const override;
  void load(Archive& archive, Context& context) override;

 private:
  /// What an attempt at a step has found.
  struct Attempt {
    SolverFacts solver;
    ReactionFacts contacts;
    ConvergenceFacts convergence;
    Real stored_energy = 0;   ///< J
    Real largest_normal = 0;  ///< 1/kg, largest W_NN; 0: no contacts
  };
  /// The stage has contact.
  struct Parts {
    Parts(const ContactGeometry& geometry, KernelContact& contact, const PairLaws& laws,
          std::vector<Real> width)
        : contacts(contact.step_rows()),
          choice(contact, contact.step_rows(), laws, *geometry.surface),
          held(contact.step_rows(), laws), areas(*geometry.surface, std::move(width)) {}
    ReactionContacts contacts;
    ContactChoice choice;
    HeldNormals held;
    ContactAreas areas;
    std::optional<TurningGaps> gaps;  ///< empty: contacts begin when their gap is closed
  };

  Outcome find_contacts(const StateView& old, StepProblem& problem, Context& context);
  Outcome pose(const StateView& old, Context& context);
  void pose_contact(Index contact);
  Outcome solve_without_contacts(Context& context);
  Outcome settle_gaps(StepProblem& problem, Context& context);
  Outcome solve_and_move(StepProblem& problem, Context& context);
  void start_from(const StepProblem& problem);
  void record();

  std::unique_ptr<KernelContact> contact_;
  const PairLaws& laws_;
  ReactionSolver solver_;
  ReactionPast past_;
  ReactionOperator operator_;
  std::unique_ptr<Parts> parts_;  ///< null: no contact
  ReactionRows rows_;
  ReactionData data_;
  std::vector<Real> w_, impulse_;
  std::vector<Real> mean_velocity_;     ///< [dofs] mean over the step
  std::vector<Real> end_velocity_;      ///< [contacts * dim] m/s
  std::vector<std::uint8_t> implicit_;  ///< [contacts] 1: the law is
  StoredEnergy stored_energy_;
  ReactionRecord record_;
  Attempt attempt_;
  Real dt_next_ = 0;  ///< s, expected length of the step after this one
};

}  // namespace tactus::core
