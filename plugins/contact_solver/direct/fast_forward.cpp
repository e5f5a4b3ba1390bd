#include "fast_forward.hpp"

#include <algorithm>
#include <cmath>

namespace direct {
namespace {

/// Cosine between the changes of successive sweeps from which on they have one direction.
constexpr Real kOneDirection = 0.9999;
/// Relative distance from the limit of friction below which a contact slips.
constexpr Real kRounding = 1e-12;

template <int D>
bool is_held(const Vec<D>& R, Real mu) {
  return R.template tail<D - 1>().norm() < mu * std::abs(R[0]) * (1 - kRounding);
}

/// Times `step` after which the contact lets go, or begins to slip, if before `most`.
template <int D>
Real next_event(const Vec<D>& R, const Vec<D>& step, Real mu, Real most) {
  if (R[0] * step[0] < 0) most = std::min(most, -R[0] / step[0]);
  if (!is_held<D>(R, mu)) return most;
  // |R_T + s step_T|^2 = mu^2 (R_N + s step_N)^2, the smallest root above zero
  const auto product = [&](const Vec<D>& a, const Vec<D>& b) {
    return a.template tail<D - 1>().dot(b.template tail<D - 1>()) - mu * mu * a[0] * b[0];
  };
  const Real a = product(step, step), b = product(R, step), c = product(R, R), root = b * b - a * c;
  if (root < 0 || !(b + std::sqrt(root) > 0)) return most;
  return std::min(most, -c / (b + std::sqrt(root)));
}

}  // namespace

template <int D>
void FastForward::look(const ReactionProblem& problem, View<Real> start, Out<Real> end) {
  now_.resize(end.size());
  for (Index i = 0; i < problem.contacts; ++i)
    Eigen::Map<Vec<D>>(now_.data() + i * D) =
        block<D>(problem.delassus_diagonal, i) * (point<D>(end, i) - point<D>(start, i));
  const auto n = static_cast<Eigen::Index>(now_.size());
  const Eigen::Map<const Eigen::VectorXd> now(now_.data(), n),
      before(before_.data(), static_cast<Eigen::Index>(before_.size()));
  const Real change = now.norm(), earlier = known_ ? before.norm() : 0;
  const bool leapt = !known_ && change_ >= 0;
  if (leapt) too_far_ = now.dot(before) < 0;
  const bool goes_on = known_ && now.dot(before) > kOneDirection * change * earlier;
  std::swap(now_, before_);
  known_ = true;
  if (!goes_on) return;
  // Changes that shrink by a factor r add up to r/(1 - r) of the last one. Others may hide a slower one: leaps that
  // were too short are followed by longer ones.
  const Real shrinks = change / earlier;
  reach_ = change_ >= 0 && !too_far_ && change > change_ / 2 ? 8 * reach_ : 1;
  change_ = change;
  Real times = shrinks < 1 ? std::min(reach_ * shrinks / (1 - shrinks), 1e12) : 1e12;
  for (Index i = 0; i < problem.contacts; ++i) {
    const Vec<D> R = point<D>(end, i);
    times = next_event<D>(R, R - point<D>(start, i), problem.friction[static_cast<std::size_t>(i)],
                          times);
  }
  if (times < 0.5) return;
  for (Index i = 0; i < problem.contacts; ++i) {
    const Vec<D> R = point<D>(end, i);
    const Real mu = problem.friction[static_cast<std::size_t>(i)];
    Vec<D> next = R + times * (R - point<D>(start, i));
    const Real most = mu * std::abs(next[0]), size = next.template tail<D - 1>().norm();
    const bool within = R.template tail<D - 1>().norm() <= mu * std::abs(R[0]) * (1 + kRounding);
    if (within && size > most) next.template tail<D - 1>() *= most / size;
    Eigen::Map<Vec<D>>(end.data() + i * D) = next;
  }
  known_ = false;
}

void FastForward::after_sweeps(const ReactionProblem& problem, View<Real> start, Out<Real> end) {
  with_dimension(problem.dim, [&]<int D>(Dimension<D>) { look<D>(problem, start, end); });
}

}  // namespace direct
