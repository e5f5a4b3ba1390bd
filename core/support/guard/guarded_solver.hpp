/// \file guarded_solver.hpp  Contact solvers under supervision.
#pragma once

#include "core/support/guard/guarded.hpp"
#include "tactus/contact_solver.hpp"

namespace tactus::core {

/// Reactions that are not finite are found by the stage, which knows the contact.
class GuardedSolver final : public Guarded<ContactSolver> {
 public:
  using Guarded::Guarded;

 private:
  void do_setup(const Setup& setup, Context& context) override {
    call(&ContactSolver::setup, setup, context);
  }
  Outcome do_solve_increment(StepProblem& problem, ContactModel& contact, StepSolution& solution,
                             Context& context) override {
    Outcome outcome =
        calling(called(), [&] { return object().solve(problem, contact, solution, context); });
    if (!outcome) return outcome;
    number("a stored energy", solution.stored_energy);
    number("a bound of what contact may gain", solution.most_contact_gain);
    return finite_or_retry(called(),
                           {of_dofs("an increment", solution.w),
                            of_dofs("a force of contact", solution.contact_force),
                            {.what = "a multiplier",
                             .numbers = solution.multiplier ? *solution.multiplier : View<Real>{},
                             .each = "contact row"}});
  }
  Outcome do_solve_reaction(const ReactionProblem& problem, View<const ContactLaw*> laws,
                            ReactionSolution& solution, Context& context) override {
    return calling(called(), [&] { return object().solve(problem, laws, solution, context); });
  }
  void do_history(HistoryVisitor& columns) const override {
    call(&ContactSolver::history, columns);
  }
};

}  // namespace tactus::core
