#include "tactus/newton/newton.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <utility>

#include "tactus/component.hpp"

namespace tactus {
namespace {

constexpr Real kRounding = std::numeric_limits<Real>::epsilon();
constexpr int kHalvings = 10;     ///< of the way along one correction
constexpr Real kDecrease = 1e-4;  ///< Armijo: of what the slope promises
/// Of the increment of the step: smaller corrections are made as they are, since merits are rounding
constexpr Real kSmall = 1e-9;
constexpr Real kOfScene = 1e-3;   ///< what is compared with increments that are next to zero
constexpr Real kOfPosition = 10;  ///< roundings of a position, of equations that hold
constexpr Real kSlack = 1e-14;    ///< of the merit: its rounding
constexpr Real kTooFar = 0.5;     ///< of -r'd at the start, where there is no potential: r'd
constexpr Real kLinear = 1e-5;    ///< altitudes that supports move, while bodies are linear
/// Of what is enough for the last correction: what may be left after it, where the tangent may not be that of
/// the residual. Quadratic convergence leaves less.
constexpr Real kLeft = 1e-3;

Real largest(View<Real> x) { return x.empty() ? 0 : map(x).lpNorm<Eigen::Infinity>(); }

/// m, of a position: of a scene at rest increments are no larger, and corrections neither.
Real rounding_of(const Context& context) { return 8 * kRounding * context.scales.coordinate; }

}  // namespace

Newton::Newton(const NewtonOptions& options) : options_(options) {}
Newton::~Newton() = default;

void Newton::setup(LinearSolvers& linear, LinearMethod method) { solver_.setup(linear, method); }

Outcome Newton::solve(StepProblem& problem, bool has_potential, Out<Real> w, Context& context) {
  report_ = {};
  size_before_ = size_two_before_ = std::numeric_limits<Real>::infinity();
  if (Outcome bad = follow_supports(problem, has_potential, w, context); !bad) return bad;
  if (!is_evaluated_)
    if (Outcome bad = evaluate(problem, w, context); !bad) return bad;
  while (report_.iterations < options_.iterations) {
    if (context.stopped()) return Outcome::failed(Cause::interrupted, "interrupted");
    const LinearOperator* tangent = nullptr;
    if (Outcome bad = problem.tangent(w, tangent, context); !bad) return bad;
    if (Outcome bad = find_direction(*tangent, context); !bad) return bad;
    ++report_.iterations;
    report_.correction = largest(d_);
    if (has_converged(w, context)) {
      map(w) += map(View<Real>(d_));
      return {};
    }
    const bool is_rounding = is_balanced(w, context);
    if (is_rounding && report_.correction > size_before_ / 2) return {};
    if (Outcome bad = go_along(problem, is_rounding, w, context); !bad) return bad;
    size_two_before_ = size_before_;
    size_before_ = report_.correction;
  }
  std::ostringstream text;
  text << "Newton's method did not converge within " << options_.iterations
       << (options_.iterations == 1 ? " iteration" : " iterations")
       << ": the last one still moved things by " << report_.correction << " m";
  if (solver_.shifts() > 0) text << "; " << solver_.refusal();
  return Outcome::retry(Cause::not_converged, text.str());
}

Outcome Newton::follow_supports(StepProblem& problem, bool has_potential, Out<Real> w,
                                Context& context) {
  has_potential_ = has_potential;
  is_evaluated_ = false;
  for (auto* a : {&r_, &d_, &start_, &weight_}) a->resize(w.size());
  const View<std::uint8_t> fixed = problem.fixed();
  Real motion = 0;
  for (std::size_t i = 0; i < w.size(); ++i) {
    if (!fixed[i] && w[i] != 0) return {};
    motion = std::max(motion, std::abs(w[i]));
  }
  if (motion == 0) return {};
  if (has_potential) {
    const Outcome outcome = evaluate(problem, w, context);
    is_evaluated_ = static_cast<bool>(outcome);
    if (outcome.status != Status::retry) return outcome;
  }
  start_.assign(w.begin(), w.end());
  const Real part = std::min<Real>(1, kLinear * context.scales.altitude / motion);
  const Real dt = std::exchange(context.step.dt, 0);
  Outcome outcome = find_following(problem, part, w, context);
  context.step.dt = dt;
  map(w) = map(View<Real>(start_));
  if (outcome && solver_.shifts() == 0) {
    map(w) += map(View<Real>(d_));
    outcome = evaluate(problem, w, context);
    is_evaluated_ = static_cast<bool>(outcome);
    if (!outcome) map(w) = map(View<Real>(start_));
  }
  return outcome.status == Status::failed ? outcome : Outcome{};
}

/// d_: what free entries do where supports move by start_, by the stiffness at rest. w is overwritten.
Outcome Newton::find_following(StepProblem& problem, Real part, Out<Real> w, Context& context) {
  std::fill(w.begin(), w.end(), Real{0});
  if (Outcome bad = evaluate(problem, w, context); !bad) return bad;
  d_ = r_;
  map(w) = part * map(View<Real>(start_));
  if (Outcome bad = evaluate(problem, w, context); !bad) return bad;
  map(Out<Real>(r_)) = (map(View<Real>(r_)) - map(View<Real>(d_))) / part;
  std::fill(w.begin(), w.end(), Real{0});
  const LinearOperator* tangent = nullptr;
  if (Outcome bad = problem.tangent(w, tangent, context); !bad) return bad;
  return find_direction(*tangent, context);
}

/// The residual and the merits at w.
Outcome Newton::evaluate(StepProblem& problem, View<Real> w, Context& context) {
  if (Outcome bad = problem.residual(w, r_, context); !bad) return bad;
  const View<std::uint8_t> fixed = problem.fixed();
  for (std::size_t i = 0; i < r_.size(); ++i)
    if (fixed[i]) r_[i] = 0;
  return has_potential_ ? problem.potential(w, merit_, context) : Outcome{};
}

/// d_ = -K^-1 r.
Outcome Newton::find_direction(const LinearOperator& tangent, Context& context) {
  const View<Real> diagonal = tangent.diagonal();
  for (std::size_t i = 0; i < weight_.size(); ++i)
    weight_[i] = diagonal.empty() || diagonal[i] == 0 ? 0 : 1 / std::abs(diagonal[i]);
  Outcome outcome = solver_.begin(tangent, r_, d_, context);
  report_.shifts += solver_.shifts();
  map(Out<Real>(d_)) *= -1;
  return outcome;
}

/// Moves w along the correction as far as the merit falls. A place without forces counts as too far.
/// @param is_rounding  merits say nothing
Outcome Newton::go_along(StepProblem& problem, bool is_rounding, Out<Real> w, Context& context) {
  start_.assign(w.begin(), w.end());
  const bool small =
      is_rounding || report_.correction <= std::max(kSmall * largest(w), rounding_of(context));
  slope_ = map(View<Real>(r_)).dot(map(View<Real>(d_)));
  merit_before_ = merit_;
  norm_before_ = map(View<Real>(weight_)).dot(map(View<Real>(r_)).cwiseAbs2());
  Outcome outcome;
  Real way = 1;
  for (int k = 0; k <= kHalvings; ++k, way /= 2) {
    if (k > 0) ++report_.halvings;
    map(w) = map(View<Real>(start_)) + way * map(View<Real>(d_));
    outcome = evaluate(problem, w, context);
    if (outcome.status == Status::failed) return outcome;
    if (!outcome) continue;
    norm_ = map(View<Real>(weight_)).dot(map(View<Real>(r_)).cwiseAbs2());
    if (small || is_better(way)) return {};
  }
  if (!outcome) return outcome;
  return Outcome::retry(
      Cause::not_converged,
      "Newton's method found no place along its correction where the equations of "
      "the step hold better");
}

/// The potential falls by a part of what its slope promises, or the residual does. Where the tangent is not
/// definite a smaller residual may lead to the top of a hill, and the potential alone decides. Without one the forces
/// along the correction do not yet push back much: where many points begin to yield, residuals grow all along it.
bool Newton::is_better(Real way) const {
  const Real less = 1 - kDecrease * way;
  if (!(has_potential_ && solver_.shifts() > 0) && norm_ <= norm_before_ * less * less) return true;
  if (!has_potential_)
    return slope_ < 0 && map(View<Real>(r_)).dot(map(View<Real>(d_))) <= -kTooFar * slope_;
  return merit_ <= merit_before_ + kDecrease * way * slope_ + kSlack * std::abs(merit_before_);
}

/// Whether what is left of each equation is no more than positions leave uncertain by their rounding, and the place
/// is stable. Where a body is slender the correction for it may be large: nothing better can be found.
bool Newton::is_balanced(View<Real> w, const Context& context) const {
  if (solver_.shifts() > 0) return false;
  const Real least = kOfPosition * kRounding * std::max(context.scales.coordinate, largest(w));
  for (std::size_t i = 0; i < r_.size(); ++i)
    if (weight_[i] > 0 ? weight_[i] * std::abs(r_[i]) > least : r_[i] != 0) return false;
  return true;
}

/// Whether the correction that was just found is the last one.
bool Newton::has_converged(View<Real> w, const Context& context) const {
  const Real size = report_.correction, step = largest(w), rounding = rounding_of(context);
  const Real enough =
      std::max(options_.tolerance * std::max(step, kOfScene * context.scales.length), rounding);
  const bool stagnates = size < std::max(kSmall * step, rounding) && size > size_before_ / 2;
  if (has_potential_) return size <= enough || stagnates;
  // An antisymmetric part that the tangent lacks shows in every second correction.
  const Real rate = std::max(size / size_before_, size_before_ / size_two_before_);
  const bool is_slow = size_before_ > size_two_before_ / 2;
  return (size <= enough && !(size * rate > kLeft * enough)) || (stagnates && is_slow);
}

}  // namespace tactus
