// Implements reactions/proximal_newton.hpp: a sequence of proximal problems, each solved by
// Newton's method with steps that are shortened until |C|^2 falls.
#include "tactus/reactions/proximal_newton.hpp"

#include <algorithm>

namespace tactus {
namespace {

constexpr Index kStepsPerProblem = 25;
constexpr Real kShare = 0.05;        ///< |C| of a solved problem over the natural residual
constexpr Real kShortest = 1. / 64;  ///< step length
constexpr int kFailures = 5;         ///< problems in a row, after which sweeps are made

void copy(View<Real> from, Out<Real> to) { std::copy(from.begin(), from.end(), to.begin()); }

void copy(const ReactionPoint& from, ReactionPoint& to) {
  copy(from.R, to.R), copy(from.U, to.U);
  to.residual = from.residual;
}

}  // namespace

void ProximalNewton::prepare(const ReactionProblem& problem, View<const ContactLaw*> laws,
                             BlockFactor& factor) {
  factor_ = &factor;
  system_.prepare(problem, laws, factor);
}

/// eps D.
void ProximalNewton::weigh(const ReactionProblem& p, Real eps, Out<Real> weight) {
  const auto dim = static_cast<std::size_t>(p.dim);
  for (std::size_t i = 0; i < static_cast<std::size_t>(p.contacts); ++i) {
    Real trace = 0;
    for (std::size_t d = 0; d < dim; ++d) trace += p.delassus_diagonal[i * dim * dim + d * dim + d];
    for (std::size_t d = 0; d < dim; ++d)
      weight[i * dim + d] = eps * trace / static_cast<Real>(p.dim);
  }
}

void ProximalNewton::improve(ReactionPoint& x, const Limits& limits, BlockSweeps& sweeps,
                             ReactionSearch& search) {
  Context& context = search.context();
  const Scratch::Frame frame(*context.scratch);
  const auto n = static_cast<Index>(x.R.size());
  const auto take = [&] { return context.scratch->take<Real>(n); };
  ReactionPoint trial{take(), take()};
  Problem problem{take(), take(), std::max(limits.first, limits.least)};
  int failures = 0;
  for (Index steps = limits.steps; steps > 0 && !search.reached(x) && !search.ended();) {
    const Index before = steps;
    copy(x.R, problem.centre);
    copy(x, trial);
    weigh(search.problem(), problem.eps, problem.weight);
    const Found found = solve(problem, trial, steps, search);
    if (found != Found::nothing) copy(trial, x);
    if (found == Found::goal) return;
    if (steps == before) --steps;  // each problem is charged at least one step
    if (found == Found::solution) {
      problem.eps = std::max(limits.least, problem.eps / 10), failures = 0;
      continue;
    }
    problem.eps = std::min(Real(1), 30 * problem.eps);
    if (++failures < kFailures && problem.eps < 1) continue;
    failures = 0, problem.eps = std::min(Real(0.1), problem.eps);
    sweep(x, limits.sweeps, sweeps, search);
  }
}

/// Newton's method for one proximal problem, from its centre.
ProximalNewton::Found ProximalNewton::solve(const Problem& problem, ReactionPoint& x, Index& steps,
                                            ReactionSearch& search) {
  // A problem that is solved more accurately than the residual of the original one demands brings
  // nothing: the centre is what is wrong.
  const Real enough = std::max(0.3 * search.goal().norm, kShare * x.norm());
  Real now = merit(problem, x, true, search.context());
  const Real first = now;
  for (Index k = 0; k < kStepsPerProblem && steps > 0; ++k) {
    if (now <= enough * enough) return Found::solution;
    --steps;
    if (!descend(problem, x, now, search)) break;
    if (search.reached(x)) return Found::goal;
    now = merit(problem, x, true, search.context());
  }
  return now < 0.25 * first ? Found::solution : Found::nothing;
}

/// One Newton step, shortened until |C|^2 falls sufficiently (Armijo). C is only piecewise smooth:
/// contacts open, stick and slide, and a full step may end in another piece where |C| is larger.
bool ProximalNewton::descend(const Problem& problem, ReactionPoint& x, Real& now,
                             ReactionSearch& search) {
  Context& context = search.context();
  if (!search.work().spend(factor_->blocks())) return false;
  const Scratch::Frame frame(*context.scratch);
  const auto n = static_cast<Index>(x.R.size());
  const Out<Real> dR = context.scratch->take<Real>(n);
  ReactionPoint trial{context.scratch->take<Real>(n), context.scratch->take<Real>(n)};
  ++systems_;
  const bool solved = system_.step(problem.eps, dR, context);
  for (Real length = 1; solved && length >= kShortest; length /= 2) {
    map(trial.R) = map(View<Real>(x.R)) + length * map(View<Real>(dR));
    search.judge(trial);
    const Real there = merit(problem, trial, false, context);
    if (!search.reached(trial) && !(there < (1 - 0.1 * length) * now)) continue;
    copy(trial, x);
    now = there;
    search.count(x.residual.largest());
    return true;
  }
  search.count(x.residual.largest());
  return false;
}

/// |C|^2 of the proximal problem, m2/s2.
Real ProximalNewton::merit(const Problem& problem, const ReactionPoint& x, bool derivatives,
                           Context& context) {
  const Scratch::Frame frame(*context.scratch);
  const Out<Real> U = context.scratch->take<Real>(static_cast<Index>(x.R.size()));
  map(U) = map(View<Real>(x.U)) +
           map(View<Real>(problem.weight))
               .cwiseProduct(map(View<Real>(x.R)) - map(View<Real>(problem.centre)));
  return system_.linearise(U, x.R, derivatives, context);
}

void ProximalNewton::sweep(ReactionPoint& x, Index count, BlockSweeps& sweeps,
                           ReactionSearch& search) {
  ++sweep_returns_;
  sweeps.start_from(x.R);
  for (Index k = 0; k < count; ++k) (void)sweeps.sweep({.backwards = k % 2 == 1}, search.context());
  sweeps.hand_back(x.R);
  search.judge(x);
  search.count(x.residual.largest());
}

void ProximalNewton::polish(ReactionPoint& x, ReactionSearch& search) {
  constexpr Real kAlmostNothing = 1e-10;  // eps: the matrix may be singular
  Context& context = search.context();
  if (!search.work().spend(factor_->blocks())) return;
  const Scratch::Frame frame(*context.scratch);
  const auto n = static_cast<Index>(x.R.size());
  const Out<Real> dR = context.scratch->take<Real>(n);
  ReactionPoint trial{context.scratch->take<Real>(n), context.scratch->take<Real>(n)};
  (void)system_.linearise(x.U, x.R, true, context);
  ++systems_;
  if (system_.step(kAlmostNothing, dR, context)) {
    map(trial.R) = map(View<Real>(x.R)) + map(View<Real>(dR));
    search.judge(trial);
    if (trial.residual.squares < x.residual.squares) copy(trial, x);
  }
  search.count(x.residual.largest());
}

}  // namespace tactus
