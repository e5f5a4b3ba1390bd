/// \file reactions/reaction_search.hpp  What the stages of an iterative solver of reactions share:
/// the problem, the goal, the best reactions seen so far, and the work that is left.
///
/// Stages (sweeps, an interior point, Newton's method) hand points to judge(), which measures the
/// natural residual and remembers the best reactions, whichever stage found them. The start is not
/// judged: reactions of the step before are never handed back as they are. If they were, errors of
/// one sign would add up from step to step as long as each stays below the tolerance.
#pragma once

#include <limits>
#include <vector>

#include "residual.hpp"

namespace tactus {

/// Reactions, their velocities and their natural residual; the memory is the caller's.
struct ReactionPoint {
  Out<Real> R, U;
  ReactionResidual residual{};
  Real norm() const { return residual.relative(1); }  ///< m/s
};

/// When reactions are good enough: one of the two is sufficient.
struct ReactionGoal {
  Real norm = 0;     ///< m/s, of all natural residuals together
  Real largest = 0;  ///< m/s, of a contact
  bool reached_by(const ReactionResidual& r) const {
    return r.relative(1) <= norm || r.largest() <= largest;
  }
};

/// Bounds the factorisations of a step by a count, so that results do not depend on a clock.
struct WorkBudget {
  Index left = std::numeric_limits<Index>::max();  ///< blocks of factors
  Index done = 0;
  bool exhausted = false;  ///< a factorisation was not affordable
  /// Charges one factorisation. @returns false if it is not affordable
  bool spend(Index blocks) {
    exhausted = blocks > left;
    if (exhausted) return false;
    left -= blocks, done += blocks;
    return true;
  }
};

class ReactionSearch {
 public:
  /// Views and references are used until the next call. `start` is what best() hands out until
  /// something has been judged.
  void begin(const ReactionProblem& problem, View<const ContactLaw*> laws, View<Real> start,
             const ReactionGoal& goal, WorkBudget& work, Context& context);

  /// Computes velocities and natural residual of x.R. Keeps x if it is the best so far.
  void judge(ReactionPoint& x);
  /// The same for a point whose velocities are known.
  void judge_residual(ReactionPoint& x);
  /// One more iteration, after which the largest natural residual of a contact was this, in m/s.
  void count(Real largest) { residuals_.push_back(largest); }

  /// The last iteration led to this largest natural residual of a contact, in m/s, after all.
  void end_with(Real largest) { residuals_.back() = largest; }

  bool reached(const ReactionPoint& x) const { return goal_.reached_by(x.residual); }
  bool reached() const { return judged_ && goal_.reached_by(best_residual_); }
  bool ended() const { return context_->stopped() || work_->exhausted; }

  View<Real> best() const { return best_; }
  /// Of the best reactions, m/s; unlimited if nothing has been judged.
  Real best_norm() const { return judged_ ? best_residual_.relative(1) : kUnlimited; }
  View<Real> residuals() const { return residuals_; }
  Index iterations() const { return static_cast<Index>(residuals_.size()); }
  const ReactionProblem& problem() const { return *problem_; }
  const ReactionGoal& goal() const { return goal_; }
  WorkBudget& work() const { return *work_; }
  Context& context() const { return *context_; }

 private:
  const ReactionProblem* problem_ = nullptr;
  View<const ContactLaw*> laws_{};
  Context* context_ = nullptr;
  WorkBudget* work_ = nullptr;
  ReactionGoal goal_;
  bool judged_ = false;
  ReactionResidual best_residual_;
  std::vector<Real> best_;
  std::vector<Real> residuals_;  ///< m/s, largest of a contact after each iteration
};

}  // namespace tactus
