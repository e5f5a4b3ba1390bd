// How far an iteration of sqp goes along its correction.
#include <algorithm>
#include <cmath>
#include <limits>

#include "iteration.hpp"

namespace sqp {
namespace {

constexpr Real kRounding = std::numeric_limits<Real>::epsilon();
constexpr int kHalvings = 10;     ///< of the way along one correction
constexpr Real kDecrease = 1e-4;  ///< Armijo: of what the slope promises
constexpr Real kTooFar = 0.5;  ///< of what forces along a correction promise: what they push back

}  // namespace

/// Moves w along the correction as far as the merit falls. A place without forces, or values of rows, is too far.
Outcome Iteration::go_along(const Step& step, Context& context) {
  const Out<Real> w = step.solution.w;
  start_.assign(w.begin(), w.end());
  const bool small = size_ <= std::max(Convergence::kSmall * largest(w),
                                       8 * kRounding * context.scales.coordinate);
  Merit before, now;
  if (Outcome bad = measure(step, before, context); !bad) return bad;
  const Real slope = map(View<Real>(r_)).dot(map(View<Real>(s_))) - penalty_ * before.violation;
  Outcome outcome;
  Real way = 1;
  for (int k = 0; k <= kHalvings; ++k, way /= 2) {
    if (k > 0) ++counts_.halvings;
    map(w) = map(View<Real>(start_)) + way * map(View<Real>(s_));
    outcome = measure(step, now, context);
    if (outcome.status == Status::failed) return outcome;
    if (outcome && (small || is_better(before, now, slope, way))) return {};
  }
  if (!outcome) return outcome;
  return Outcome::retry(Cause::not_converged,
                        "no place was found along a correction of the step where its equations and "
                        "contacts hold better");
}

/// Evaluates residual, rows and potential at w.
Outcome Iteration::measure(const Step& step, Merit& merit, Context& context) {
  const View<Real> w = step.solution.w;
  if (Outcome bad = step.problem.residual(w, force_, context); !bad) return bad;
  if (Outcome bad = rows_.evaluate(step.contact, w, context); !bad) return bad;
  if (has_potential_)
    if (Outcome bad = step.problem.potential(w, merit.potential, context); !bad) return bad;
  merit.violation = rows_.violation();
  for (Index row = 0; row < rows_.count(); ++row)
    if (const Real l = multiplier_[static_cast<std::size_t>(row)]; l != 0)
      rows_.add(row, -l, force_);
  const View<std::uint8_t> fixed = step.problem.fixed();
  Real sum = 0;
  for (std::size_t i = 0; i < force_.size(); ++i)
    if (!fixed[i]) sum += weight_[i] * force_[i] * force_[i];
  merit.residual = std::sqrt(sum);
  merit.along = map(View<Real>(force_)).dot(map(View<Real>(s_)));  // of fixed entries s is 0
  return {};
}

/// Where the tangent is not definite a smaller residual may lead to the top of a hill, and the potential alone decides.
/// Without one a smaller residual does, or where much begins to yield, that forces along the correction push back little
/// (Matthies and Strang 1979). Without inertia this alone: what nothing holds meets a constant force, then more contacts.
bool Iteration::is_better(const Merit& before, const Merit& now, Real slope, Real way) const {
  const Real less = 1 - kDecrease * way;
  const bool falls = now.residual <= before.residual * less;
  if (!has_potential_)
    return (falls && !is_static()) || (before.along < 0 && now.along <= -kTooFar * before.along);
  if (!is_shifted_ && falls && now.violation <= before.violation * less) return true;
  return now.potential - before.potential + penalty_ * (now.violation - before.violation) <=
         kDecrease * way * slope + slack_;
}

}  // namespace sqp
