/// \file reaction_stage.hpp  Contact of problems in velocities: rows at frozen geometry, the Delassus
/// operator, laws, and a solver for the reactions (Solfec, 84).
#pragma once

#include <memory>
#include <vector>

#include "core/contact/pair_laws.hpp"
#include "core/contact/reaction_data.hpp"
#include "core/contact/reaction_rows.hpp"
#include "core/run/contact_stage.hpp"
#include "tactus/contact_solver.hpp"

namespace tactus::core {

class ReactionStage final : public ContactStage {
 public:
  /// @param laws  outlive the stage
  /// @param solver, contact  null where the run has no contact: the free velocity is the solution then
  ReactionStage(const Layout& layout, ContactSolver* solver, std::unique_ptr<KernelContact> contact,
                const PairLaws& laws);

  Outcome solve(const StateView& old, StepProblem& problem, View<Index> inverted,
                Context& context) override;
  StepResult result(Real dt, Context& context) override;
  void collect(Real fraction, Real dt, ContactForces& out) const override;
  void report(StepFacts& facts) const override;
  Real time_step_limit(const Scales& scales) const override;
  KernelContact* contact() override { return contact_.get(); }
  void accept() override;
  void save(Archive& archive) const override;
  void load(Archive& archive, Context& context) override;

 private:
  Outcome find_contacts(const StateView& old, StepProblem& problem, Context& context);
  Outcome choose_rows(Context& context);
  Outcome form_operator(StepProblem& problem, Context& context);
  void pose(const StateView& old, Real dt);
  void recall(Index contact, const ContactKey& key);
  Outcome solve_reactions(Context& context);
  Outcome check_reactions() const;
  void move();
  void add_up_stored_energy();

  ContactSolver* solver_;
  std::unique_ptr<KernelContact> contact_;
  const PairLaws& laws_;
  Index dim_;
  KeyHistory reactions_;      ///< start values: N s, by key
  KeyHistory law_histories_;  ///< position of the law, then its numbers
  KeyHistory solver_histories_;

  std::vector<Real> w_, impulse_, inverse_a_, value_, law_numbers_;
  std::vector<Index> all_rows_;
  std::vector<Index> batch_;
  std::vector<Real> batch_free_, end_velocity_;
  ReactionRows rows_;
  Delassus delassus_;
  ReactionData data_;
  std::vector<Real> residuals_;
  SolverFacts facts_;
  Real stored_energy_ = 0;
  Real largest_normal_ = 0;  ///< 1/kg, W_NN of the last step that had contacts
};

}  // namespace tactus::core
