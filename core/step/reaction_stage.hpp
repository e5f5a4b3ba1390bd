/// \file reaction_stage.hpp  The contact stage for problems in velocities: contact rows at a frozen
/// geometry, the Delassus operator, contact laws, and a solver for the reactions (Solfec, 84).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/contact/contact_areas.hpp"
#include "core/contact/contact_memory.hpp"
#include "core/contact/depth_limit.hpp"
#include "core/contact/gap_ahead.hpp"
#include "core/contact/pair_laws.hpp"
#include "core/contact/reaction_contacts.hpp"
#include "core/contact/reaction_data.hpp"
#include "core/contact/reaction_map.hpp"
#include "core/contact/reaction_rows.hpp"
#include "core/contact/touch_record.hpp"
#include "core/step/contact_stage.hpp"
#include "core/step/reaction_acceptance.hpp"
#include "core/step/reaction_record.hpp"
#include "tactus/contact_solver.hpp"

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
  /// @param contact        null if the run has no contact
  /// @param width          [bodies] m, thickness; see ContactAreas
  ReactionStage(const ContactGeometry& geometry, const Solver& solver,
                std::unique_ptr<KernelContact> contact, const PairLaws& laws,
                std::vector<Real> width);

  /// For integrators whose steps are implicit: solves with their tangent.
  void set_inverse(std::unique_ptr<LinearSolver> inverse) { inverse_ = std::move(inverse); }

  void expect(Real dt_next) override { dt_next_ = dt_next; }
  Outcome solve(const StateView& old, StepProblem& problem, View<Index> inverted,
                Context& context) override;
  StepResult result(Real dt, Context& context) override;
  void collect(const StepReport& report, Real dt, ContactForces& out) const override;
  void report(StepFacts& facts) const override;
  View<Real> residuals() const override { return residuals_; }
  Real time_step_limit(const Scales& scales) const override;
  KernelContact* contact() override { return contact_.get(); }
  void accept() override;
  void save(Archive& archive) const override;
  void load(Archive& archive, Context& context) override;

 private:
  Outcome find_contacts(const StateView& old, StepProblem& problem, Context& context);
  Outcome choose_rows(Context& context);
  Outcome check_depth(Index row, Real gap) const;
  Outcome form_operator(StepProblem& problem, Context& context);
  Outcome form_sparse(StepProblem& problem, const LinearOperator& a, Context& context);
  Outcome pose(const StateView& old, Context& context);
  void pose_contact(Index contact);
  Real reach_of(Index row) const;
  Real to_next_middle(const Context& context) const;
  bool begins_ahead(Index row, Real gap) const;
  Outcome solve_reactions(Context& context);
  Outcome settle_turning(StepProblem& problem, Context& context);
  bool turn_laws(Context& context);
  Outcome solve_anew(StepProblem& problem, Context& context);
  Outcome solve_and_move(StepProblem& problem, Context& context);
  Real work_of_reactions() const;
  Real magnitude_of_work() const;
  bool poses_ahead(std::size_t contact) const;
  void set_gap_speed(std::size_t contact, Real speed);
  Real gap_speed(std::size_t contact, Real turning) const;
  Outcome solve_without_contacts(Context& context);
  Outcome check_reactions() const;
  Outcome move(StepProblem& problem, Context& context);
  void add_up_stored_energy();
  void record();

  ContactSolver* solver_;
  std::string solver_type_;
  std::unique_ptr<KernelContact> contact_;
  std::optional<ReactionContacts> contacts_;  ///< as long as there is contact
  const PairLaws& laws_;
  Index dim_;
  ContactMemory memory_;
  ReactionAcceptance acceptance_;
  TouchRecord touches_;

  std::vector<Real> w_, impulse_, inverse_a_, value_;
  std::vector<Real> mean_velocity_;  ///< [dofs] mean over the step
  std::vector<Index> all_rows_;
  std::vector<Index> batch_;
  std::vector<Real> batch_free_, end_velocity_;
  std::vector<Real> turning_;         ///< [contacts] m/s, ReactionContacts::turning() as posed
  std::vector<Real> turned_;          ///< [contacts] m/s, the same for solved velocities
  std::vector<Real> before_turning_;  ///< [contacts] m/s, gap_speed of the solution before
  ReactionRows rows_;
  Delassus delassus_;
  std::unique_ptr<LinearSolver> inverse_;  ///< null: tangents are diagonal
  ReactionData data_;
  /// [contacts] 1: the contact is new by TouchRecord, which does not depend on the key.
  std::vector<std::uint8_t> fresh_;
  std::unique_ptr<DepthLimit> depth_limit_;
  std::unique_ptr<GapAhead> ahead_;  ///< null: contacts begin when their gap is closed
  std::unique_ptr<ContactAreas> areas_;
  std::optional<ReactionMap> frames_;  ///< in space
  ReactionRecord record_;
  std::vector<Real> residuals_;
  SolverFacts facts_;
  ReactionFacts contact_facts_;
  ConvergenceFacts convergence_;
  bool had_contacts_ = false;  ///< the solver was last called with contacts
  Real dt_next_ = 0;           ///< s, expected length of the step after this one
  Index immovable_ = 0;        ///< contacts between two things that cannot move
  Real stored_energy_ = 0;
  Real posed_normal_ = 0;    ///< 1/kg, largest W_NN of the current attempt
  Real largest_normal_ = 0;  ///< 1/kg, the same for the last accepted step with contacts
};

}  // namespace tactus::core
