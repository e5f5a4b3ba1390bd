// Implements reactions/reaction_search.hpp: measures points and remembers the best one.
#include "tactus/reactions/reaction_search.hpp"

#include <algorithm>

namespace tactus {

void ReactionSearch::begin(const ReactionProblem& problem, View<const ContactLaw*> laws,
                           View<Real> start, const ReactionGoal& goal, WorkBudget& work,
                           Context& context) {
  problem_ = &problem, context_ = &context, work_ = &work;
  laws_ = laws;
  goal_ = goal;
  judged_ = false;
  best_.assign(start.begin(), start.end());
  residuals_.clear();
}

void ReactionSearch::judge(ReactionPoint& x) {
  relative_velocities(*problem_, x.R, x.U, *context_);
  judge_residual(x);
}

void ReactionSearch::judge_residual(ReactionPoint& x) {
  x.residual = residual_of(*problem_, laws_, x.U, x.R, *context_);
  // NaN is never better, and only finite reactions may be handed back.
  if (!std::isfinite(x.residual.squares)) return;
  if (judged_ && !(x.residual.squares < best_residual_.squares)) return;
  judged_ = true;
  best_residual_ = x.residual;
  std::copy(x.R.begin(), x.R.end(), best_.begin());
}

}  // namespace tactus
