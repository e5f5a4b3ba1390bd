/// \file reaction_acceptance.hpp  Decides whether a step is made with the reactions that a solver handed back.
/// The kernel measures their natural residual itself; where they did not converge, /contact/not_converged
/// decides (docs/theory/unconverged_steps.md).
#pragma once

#include <vector>

#include "core/contact/pair_laws.hpp"
#include "core/scene/configuration.hpp"
#include "core/step/convergence_facts.hpp"
#include "core/step/step_facts.hpp"
#include "core/support/reaction_data.hpp"
#include "tactus/reactions/block_sweeps.hpp"

namespace tactus::core {

class ReactionAcceptance {
 public:
  /// @param config, laws  outlive this
  /// @param solver  type of the solver, for messages
  ReactionAcceptance(const NotConvergedConfig& config, const PairLaws& laws, std::string solver);

  /// Judges the reactions and the law histories in `data`, and replaces them if better ones are
  /// accepted. @param solver  what the solver says; marked as rejected if the step is
  Outcome judge(ReactionData& data, SolverFacts& solver, Context& context);
  /// Of the last call; `gain` is left to the caller.
  const ConvergenceFacts& facts() const { return facts_; }
  /// Whether every law is.
  bool is_explicit() const { return is_explicit_; }
  /// The contact with the largest natural residual in the last call; kNone: not measured.
  Index worst_contact() const { return worst_; }

 private:
  struct Residual {
    Real resv = 0, largest = 0;  ///< largest [m/s] of a contact
    Index contact = kNone;       ///< the one that has it
  };
  bool measures() const { return is_implicit_ || is_explicit_; }
  bool is_the_laws_own(const ReactionData& data) const;
  Real promised(const SolverFacts& solver) const;
  Residual measure(const ReactionProblem& problem, View<Real> R, Context& context) const;
  Residual improve(ReactionData& data, Context& context);
  void note(const Residual& residual, const ReactionData& data, bool accepted,
            const Scales& scales);
  Outcome reject(const ReactionData& data, const Residual& residual, SolverFacts& solver) const;

  const NotConvergedConfig& config_;
  const PairLaws& laws_;
  std::string solver_type_;
  bool is_implicit_;  ///< every law is, so that the natural residual is its measure
  bool is_explicit_;  ///< every law is; the measure is what it gives for the velocities at hand
  ConvergenceFacts facts_;
  Index worst_ = kNone;
  BlockSweeps sweeps_;
  std::vector<Real> before_, history_before_;  ///< work space of improve()
};

}  // namespace tactus::core
