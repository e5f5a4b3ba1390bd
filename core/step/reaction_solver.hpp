/// \file reaction_solver.hpp  A solver for reactions under the kernel's eye: what it gives is finite, and is measured.
#pragma once

#include <string>
#include <vector>

#include "core/step/reaction_acceptance.hpp"
#include "tactus/contact_solver.hpp"

namespace tactus::core {

class ReactionSolver {
 public:
  /// @param solver  null: no contact; else outlives the object, and so do the others
  /// @param type  of the solver, for messages
  ReactionSolver(ContactSolver* solver, std::string type, const NotConvergedConfig& not_converged,
                 const PairLaws& laws)
      : solver_(solver), type_(std::move(type)), laws_(laws),
        acceptance_(not_converged, laws, type_) {}

  explicit operator bool() const { return solver_ != nullptr; }

  /// Solves the problem in `data` and judges the reactions. @param rows [contacts] where contacts come from, for
  /// messages. @param facts what the solver says
  Outcome solve(ReactionData& data, View<Index> rows, SolverFacts& facts, Context& context);
  /// Whether solve() was last called with contacts, so that the solver does not know yet that there are none.
  bool had_contacts() const { return had_contacts_; }
  const ReactionAcceptance& acceptance() const { return acceptance_; }
  /// m/s, natural residual after each iteration of the last solve() of this attempt at a step
  View<Real> residuals() const { return residuals_; }
  void clear() { residuals_.clear(); }

 private:
  Outcome check(const ReactionData& data, View<Index> rows) const;

  ContactSolver* solver_;
  std::string type_;
  const PairLaws& laws_;
  ReactionAcceptance acceptance_;
  std::vector<Real> residuals_;
  bool had_contacts_ = false;
};

}  // namespace tactus::core
