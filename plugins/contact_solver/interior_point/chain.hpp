/// \file chain.hpp  The methods that interior_point applies to one problem, one after another,
/// until its natural residual is small enough.
///
///   1 sweeps          of Gauss-Seidel, for as long as their rate pays
///   2 Newton          on proximal problems, a few steps: enough where little has changed
///   3 interior point  along the central path, from the reactions after the sweeps
///   4 Newton          from the best reactions so far
///   5 interior point  with the direction of slip lagged, from the reactions after the sweeps
///   6 Newton          from the best reactions so far
///   7 pivots          in the plane: from the best reactions, then from open contacts, and Newton
///   8 from zero       300 sweeps from zero reactions, then Newton
///   9 rounds          sweeps from the best reactions, 20 to 640, and Newton after each
///
/// An interior point does not go on from where Newton's method has failed: it would fail there,
/// too. Newton's method needs laws that are linearised. Without them the interior point goes all
/// the way, and sweeps take the place of Newton's method. The cone of the interior point and the
/// pieces of the pivots are Coulomb's: where a contact has another law, stages 5, 6 and 7 are left
/// out, stage 3 is rounds with given bounds (disc_rounds.hpp) or left out as well, and without Newton's
/// method there are sweeps alone, until they no longer gain.
#pragma once

#include <tactus/reactions/proximal_newton.hpp>

#include "disc_rounds.hpp"
#include "pivot_path.hpp"

namespace interior_point {
using tactus::Outcome;
using tactus::ReactionGoal;
using tactus::WorkBudget;

class Chain {
 public:
  enum Stage : std::uint8_t {
    nothing,
    sweeps,
    few_newton,
    path,
    newton,
    lagged_path,
    newton_again,
    pivots,
    from_zero,
    rounds
  };
  struct Settings {
    Index sweeps = 6;            ///< at least
    Real law_tolerance = 1e-10;  ///< of a law in a sweep, relative
    Real accept = 0;             ///< m/s, norm below which many contacts do not try stages 5 to 9
    bool newton = true;          ///< every law is linearised
    bool cone = true;            ///< every law is Coulomb's
  };

  /// Solves the problem from R, and leaves the best reactions there: they are new ones, or the
  /// outcome is a failure.
  Outcome solve(const ReactionProblem& problem, View<const ContactLaw*> laws, Out<Real> R,
                const ReactionGoal& goal, const Settings& settings, WorkBudget& work,
                Context& context);

  // Of the last call.
  const ReactionSearch& search() const { return search_; }
  Stage stage() const { return stage_; }  ///< that found the reactions
  bool converged() const { return converged_; }
  const tactus::ReactionResidual& residual() const { return residual_; }  ///< of the reactions

  Index sweeps_made() const { return sweeps_made_; }
  Index path_steps() const { return path_.iterations(); }
  Index pivots_made() const { return pivots_.pivots(); }
  Index newton_steps() const { return newton_.systems(); }

 private:
  void run_stages(ReactionPoint& x);
  void prepare_systems();
  bool enter(Stage stage);
  void from_best(ReactionPoint& x);
  void sweep_while_it_pays(ReactionPoint& x);
  bool sweeps_pay(Index made, Index window, Real now, Real before);
  void sweep(ReactionPoint& x, Index most);
  void sweep_alone(ReactionPoint& x);
  void run_without_cone(ReactionPoint& x);
  void follow_discs(ReactionPoint& x);
  void follow_path(ReactionPoint& x, bool lagged);
  void newton_while_it_gains(ReactionPoint& x);
  void run_newton(ReactionPoint& x);
  void pivot(ReactionPoint& x);
  bool follow_pivots(ReactionPoint& x, PivotPath::From from, Index most);
  void alternate(ReactionPoint& x);
  void write_histories(ReactionPoint& x);
  void finish(ReactionPoint& x, Out<Real> R);

  ReactionSearch search_;
  tactus::BlockSweeps sweeps_;
  tactus::BlockFactor factor_;
  CentralPath path_;
  DiscRounds discs_;
  PivotPath pivots_;
  tactus::ProximalNewton newton_;
  View<const ContactLaw*> laws_{};
  std::vector<std::uint8_t> coulomb_;  ///< [laws] tactus::find_coulomb()
  Settings settings_;
  std::vector<Real> after_sweeps_;
  Real best_before_stage_ = 0;
  Stage current_ = nothing, stage_ = nothing;
  bool converged_ = false;
  tactus::ReactionResidual residual_;
  Index sweeps_made_ = 0;
};

}  // namespace interior_point
