// Implements chain.hpp: which method follows which, and from where each starts.
#include "chain.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tactus/friction/cone.hpp>

namespace interior_point {
using namespace tactus;

namespace {

constexpr Index kWindow = 20;             ///< sweeps from which their rate is taken
constexpr Real kPathFactorisations = 20;  ///< of an interior point and Newton's method, about
constexpr Real kLawProducts = 25;  ///< what a law takes for one contact, in products of two blocks
constexpr Real kHandOver = 10;  ///< times the goal: where Newton's method takes over from the path
constexpr Index kFewNewtonSteps = 8, kPathSteps = 60, kNewtonSteps = 40;
constexpr Index kSweepsFromZero = 300, kNewtonFromZero = 100;
constexpr Index kSweepsForNewton = 300;  ///< where laws have no equation
constexpr Index kFewContacts = 500;      ///< for which every stage is tried: they cost little
constexpr Index kSweepsAlone = 10000, kPatience = 1000;  ///< where nothing but sweeps is left
constexpr Index kRounds = 6, kFirstSweeps = 20;          ///< of sweeps and Newton's method in turn
constexpr Index kDiscRounds = 24, kFewDiscRounds = 8;    ///< of a path and Newton's method
constexpr Real kGoodGain = 0.1;   ///< of a few Newton steps: the residual over that before them
constexpr Real kStrong = 0.1;     ///< eps of the proximal problems with which a round begins
constexpr Real kRounding = 1e-6;  ///< times the goal: below it nothing is left to polish

/// Reactions that are handed back although they do not solve the problem lie in their cones.
/// @param coulomb  [laws] which laws have one
template <int D>
void cut_to_cones(const ReactionProblem& p, View<std::uint8_t> coulomb, Out<Real> R) {
  for (Index i = 0; i < p.contacts; ++i) {
    if (coulomb[static_cast<std::size_t>(p.law[static_cast<std::size_t>(i)])] == 0) continue;
    Eigen::Map<Vec<D>> r(R.data() + i * D);
    r = friction::clipped<D>(r, p.friction[static_cast<std::size_t>(i)]);
  }
}

}  // namespace

Outcome Chain::solve(const ReactionProblem& problem, View<const ContactLaw*> laws, Out<Real> R,
                     const ReactionGoal& goal, const Settings& settings, WorkBudget& work,
                     Context& context) {
  laws_ = laws;
  coulomb_.resize(laws.size());
  find_coulomb(laws, coulomb_);
  settings_ = settings;
  current_ = stage_ = nothing;
  best_before_stage_ = kUnlimited;
  converged_ = false;
  if (Outcome bad = sweeps_.prepare(problem, laws); !bad) return bad;
  search_.begin(problem, laws, R, goal, work, context);
  const Scratch::Frame frame(*context.scratch);
  const auto n = static_cast<Index>(R.size());
  ReactionPoint x{context.scratch->take<Real>(n), context.scratch->take<Real>(n)};
  std::copy(R.begin(), R.end(), x.R.begin());
  run_stages(x);
  if (context.stopped()) {
    from_best(x);
    with_dimension(problem.dim,
                   [&]<int D>(Dimension<D>) { cut_to_cones<D>(problem, coulomb_, x.R); });
    std::copy(x.R.begin(), x.R.end(), R.begin());
    return Outcome::failed(Cause::interrupted, "interrupted");
  }
  if (search_.best_norm() == kUnlimited)
    return Outcome::retry(Cause::not_converged, "no finite reactions were found");
  finish(x, R);
  return {};
}

void Chain::run_stages(ReactionPoint& x) {
  if (!settings_.cone) return run_without_cone(x);
  enter(sweeps);
  sweep_while_it_pays(x);
  if (!enter(few_newton)) return;
  after_sweeps_.assign(x.R.begin(), x.R.end());
  prepare_systems();
  if (settings_.newton) newton_while_it_gains(x);
  if (!enter(path)) return;
  path_.prepare(search_.problem(), factor_);
  follow_path(x, false);
  if (!enter(newton)) return;
  run_newton(x);
  const bool few = search_.problem().contacts <= kFewContacts;
  if (!enter(lagged_path) || (!few && search_.best_norm() <= settings_.accept)) return;
  follow_path(x, true);
  if (!enter(newton_again)) return;
  run_newton(x);
  if (!enter(pivots)) return;
  if (few && search_.problem().dim == 2) pivot(x);
  if (!enter(from_zero)) return;
  std::fill(x.R.begin(), x.R.end(), Real{0});
  sweep(x, kSweepsFromZero);
  if (settings_.newton) {
    newton_.improve(x, {.steps = kNewtonFromZero}, sweeps_, search_);
    alternate(x);
  }
  enter(nothing);
}

/// The stages that know of a contact what its law says of it.
void Chain::run_without_cone(ReactionPoint& x) {
  enter(sweeps);
  if (!settings_.newton) {
    sweep_alone(x);
    enter(nothing);
    return;
  }
  sweep_while_it_pays(x);
  if (!enter(few_newton)) return;
  after_sweeps_.assign(x.R.begin(), x.R.end());
  prepare_systems();
  newton_while_it_gains(x);
  if (!enter(path)) return;
  follow_discs(x);
  if (!enter(newton)) return;
  run_newton(x);
  if (!enter(from_zero)) return;
  std::fill(x.R.begin(), x.R.end(), Real{0});
  sweep(x, kSweepsFromZero);
  newton_.improve(x, {.steps = kNewtonFromZero}, sweeps_, search_);
  alternate(x);
  enter(nothing);
}

/// Nothing where the friction of a contact has no bound of its own.
void Chain::follow_discs(ReactionPoint& x) {
  const ReactionProblem& problem = search_.problem();
  if (!discs_.prepare(problem, laws_, coulomb_, search_.context())) return;
  path_.prepare(problem, factor_);
  std::copy(after_sweeps_.begin(), after_sweeps_.end(), x.R.begin());
  search_.judge(x);
  const Index most = problem.contacts <= kFewContacts ? kDiscRounds : kFewDiscRounds;
  discs_.improve(x, most, kHandOver * search_.goal().norm, {path_, newton_, sweeps_}, search_);
}

/// Sweeps forward and backward in turn, while they gain.
void Chain::sweep_alone(ReactionPoint& x) {
  Real milestone = kUnlimited;
  Index last_gain = 0;
  sweeps_.start_from(x.R);
  for (Index k = 0;; ++k) {
    const auto swept = sweeps_.sweep(
        {.backwards = k % 2 == 1, .law_tolerance = settings_.law_tolerance}, search_.context());
    ++sweeps_made_;
    search_.count(swept.before.largest());
    if (swept.before.relative(1) < 0.99 * milestone)
      milestone = swept.before.relative(1), last_gain = k;
    const bool last = search_.ended() || k + 1 == kSweepsAlone || k - last_gain == kPatience;
    if (!last && !search_.goal().reached_by(swept.before)) continue;
    sweeps_.hand_back(x.R);
    search_.judge(x);
    if (last || search_.reached(x)) return;
  }
}

/// From the best reactions the way is short, but it need not lead to the solution; from open contacts it
/// does.
void Chain::pivot(ReactionPoint& x) {
  const Index contacts = search_.problem().contacts;
  pivots_.prepare(search_.problem(), factor_);
  if (follow_pivots(x, PivotPath::From::reactions, 2 * contacts) || search_.ended()) return;
  follow_pivots(x, PivotPath::From::nothing, 40 * contacts);
}

/// The end of the path solves a problem with a proximal term, whose centre follows.
/// @returns whether the goal is reached
bool Chain::follow_pivots(ReactionPoint& x, PivotPath::From from, Index most) {
  from_best(x);
  bool followed = false;
  for (Real eps = 1e-6; eps > 1e-11; eps /= 100) {
    if (!pivots_.follow(x, from, {.pivots = most, .eps = eps}, search_)) break;
    if (search_.reached()) return true;
    followed = true;
    from = PivotPath::From::reactions, most = search_.problem().contacts;
  }
  if (followed && settings_.newton) run_newton(x);
  return search_.reached();
}

/// Sweeps and Newton's method in turn, each round with twice as many sweeps from the best reactions.
/// Sweeps move contacts that Newton's method holds in the wrong piece of their law, and proximal
/// problems that begin strongly regularised follow them step by step instead of jumping back.
void Chain::alternate(ReactionPoint& x) {
  for (Index round = 0; round < kRounds && enter(rounds); ++round) {
    from_best(x);
    sweep(x, kFirstSweeps << round);
    newton_.improve(x, {.steps = kNewtonFromZero, .first = kStrong}, sweeps_, search_);
  }
}

/// Ends the current stage and begins another. @returns false if there is nothing left to do
bool Chain::enter(Stage stage) {
  if (search_.best_norm() < best_before_stage_) stage_ = current_;
  best_before_stage_ = search_.best_norm();
  current_ = stage;
  return !search_.reached() && !search_.ended();
}

void Chain::from_best(ReactionPoint& x) {
  std::copy(search_.best().begin(), search_.best().end(), x.R.begin());
  search_.judge(x);
}

/// Forward and backward in turn at first, then forward alone, which converges faster where sweeps do.
/// The residuals that contacts have when their turn comes cost nothing: they show the rate, and when
/// it is worth measuring all contacts at once.
void Chain::sweep_while_it_pays(ReactionPoint& x) {
  std::array<Real, kWindow + 1> before{};  // a ring
  const auto place = [](Index k) { return static_cast<std::size_t>(k % (kWindow + 1)); };
  sweeps_.start_from(x.R);
  for (Index k = 0;; ++k) {
    const auto swept = sweeps_.sweep(
        {.backwards = k < settings_.sweeps && k % 2 == 1, .law_tolerance = settings_.law_tolerance},
        search_.context());
    ++sweeps_made_;
    search_.count(swept.before.largest());
    const Real now = before[place(k)] = swept.before.relative(1);
    const Index window = std::min(k, kWindow);
    const bool last =
        search_.ended() ||
        (k + 1 >= settings_.sweeps && !sweeps_pay(k + 1, window, now, before[place(k - window)]));
    if (!last && !search_.goal().reached_by(swept.before)) continue;
    sweeps_.hand_back(x.R);
    search_.judge(x);
    if (last || search_.reached(x)) return;
  }
}

/// Whether sweeps, those that were made and those still needed at the present rate, are cheaper
/// than an interior point and Newton's method, both counted in products of blocks. The last
/// `window` of them brought the residual from `before` to `now`.
bool Chain::sweeps_pay(Index made, Index window, Real now, Real before) {
  const SparseView& W = *search_.problem().delassus->sparse();
  factor_.analyse(W);
  if (!(now < before) || window < 1) return false;
  const Real rate = std::log(before / now) / static_cast<Real>(window);
  const Real needed = std::log(std::max(now / search_.goal().norm, Real(1))) / rate;
  const Real of_a_sweep = kLawProducts * static_cast<Real>(W.rows) +
                          static_cast<Real>(W.column.size()) / search_.problem().dim;
  return (static_cast<Real>(made) + needed) * of_a_sweep <
         kPathFactorisations * static_cast<Real>(factor_.products());
}

/// At most so many sweeps from x, until the goal is reached.
void Chain::sweep(ReactionPoint& x, Index most) {
  sweeps_.start_from(x.R);
  for (Index k = 1; k <= most; ++k) {
    const auto swept = sweeps_.sweep(
        {.backwards = k % 2 == 0, .law_tolerance = settings_.law_tolerance}, search_.context());
    ++sweeps_made_;
    search_.count(swept.before.largest());
    const bool last = k == most || search_.ended();
    if (!last && !search_.goal().reached_by(swept.before)) continue;
    sweeps_.hand_back(x.R);
    search_.judge(x);
    if (last || search_.reached(x)) return;
  }
}

void Chain::follow_path(ReactionPoint& x, bool lagged) {
  const Real until = settings_.newton ? kHandOver * search_.goal().norm : 0;
  std::copy(after_sweeps_.begin(), after_sweeps_.end(), x.R.begin());
  path_.improve(x, {.iterations = kPathSteps, .until = until, .lagged = lagged}, search_);
}

void Chain::run_newton(ReactionPoint& x) {
  from_best(x);
  if (settings_.newton)
    newton_.improve(x, {.steps = kNewtonSteps}, sweeps_, search_);
  else
    sweep(x, kSweepsForNewton);
}

/// The order of elimination, and the system of Newton's method if there is one.
void Chain::prepare_systems() {
  factor_.analyse(*search_.problem().delassus->sparse());
  if (settings_.newton) newton_.prepare(search_.problem(), laws_, factor_);
}

/// A few steps, and as many again whenever they have brought the residual down a good deal: what
/// converges is not given up for a path that costs more.
void Chain::newton_while_it_gains(ReactionPoint& x) {
  for (;;) {
    const Real before = search_.best_norm();
    newton_.improve(x, {.steps = kFewNewtonSteps}, sweeps_, search_);
    if (search_.reached() || search_.ended() || !(search_.best_norm() < kGoodGain * before)) return;
    from_best(x);
  }
}

/// Laws write their histories where they solve, so that a sweep comes last if there are any. Where a solution
/// is lost by that, the best reactions stay, with the histories of the sweep, which differ at the contacts that
/// left the solution alone.
void Chain::write_histories(ReactionPoint& x) {
  if (search_.problem().history_size == 0) return;
  const bool reached = search_.reached(x);
  sweep(x, 1);
  if (reached && !search_.reached(x)) from_best(x);
}

/// Hands back the best reactions, improved to rounding if they solve the problem, and inside of
/// their cones if they do not.
void Chain::finish(ReactionPoint& x, Out<Real> R) {
  from_best(x);
  if (settings_.newton && search_.reached(x) && x.norm() > kRounding * search_.goal().norm) {
    if (stage_ == sweeps) prepare_systems();
    newton_.polish(x, search_);
  }
  write_histories(x);
  converged_ = search_.reached(x);
  if (!converged_) {
    with_dimension(search_.problem().dim,
                   [&]<int D>(Dimension<D>) { cut_to_cones<D>(search_.problem(), coulomb_, x.R); });
    search_.judge(x);
  }
  search_.end_with(x.residual.largest());
  residual_ = x.residual;
  std::copy(x.R.begin(), x.R.end(), R.begin());
}

}  // namespace interior_point
