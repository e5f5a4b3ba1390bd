// Implements central_path.hpp: the loop over Newton steps, and their parts for all contacts.
#include "central_path.hpp"

#include <algorithm>

namespace interior_point {
using namespace tactus;

namespace {

constexpr Index kGrain = 256;                      ///< contacts per task of a thread
constexpr Real kShort = 0.1, kShortLagged = 0.01;  ///< step lengths below which steps are short

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

template <int D>
Eigen::Map<Vec<D>> writable(std::vector<Real>& x, Index i) {
  return Eigen::Map<Vec<D>>(x.data() + i * D);
}

/// Row i of a matrix with the pattern of W, times x.
template <int D>
Vec<D> row_times(const SparseView& W, View<Real> value, View<Real> x, Index i) {
  Vec<D> sum = Vec<D>::Zero();
  for (Index k = W.start[at(i)]; k < W.start[at(i) + 1]; ++k)
    sum += block<D>(value, k) * point<D>(x, W.column[at(k)]);
  return sum;
}

/// The share of tau that the next step aims at, by the length of the last one.
Real centring(Real length) {
  return length > 0.9 ? 0.05 : length > 0.5 ? 0.2 : length > 0.1 ? 0.6 : 1;
}

}  // namespace

void CentralPath::prepare(const ReactionProblem& problem, BlockFactor& factor) {
  problem_ = &problem, factor_ = &factor;
  with_dimension(problem.dim, [&]<int D>(Dimension<D>) { scale<D>(problem); });
}

template <int D>
void CentralPath::scale(const ReactionProblem& p) {
  const SparseView& W = *p.delassus->sparse();
  const std::size_t numbers = at(p.contacts) * D;
  for (auto* a : {&q_, &z_, &u_, &y_, &dz_, &du_, &dy_, &rhs_, &rest_, &second_})
    a->resize(numbers);
  scale_.resize(at(p.contacts)), none_left_out_.assign(at(p.contacts), 0);
  V_.resize(W.value.size()), matrix_.resize(W.value.size());
  for (Index i = 0; i < p.contacts; ++i) {
    scale_[at(i)] = std::sqrt(block<D>(p.delassus_diagonal, i).trace() / D);
    Vec<D> q = point<D>(p.free_velocity, i);
    q[0] += rebound(p, i);
    writable<D>(q_, i) = q / scale_[at(i)];
  }
  for (Index i = 0; i < p.contacts; ++i)
    for (Index k = W.start[at(i)]; k < W.start[at(i) + 1]; ++k) {
      const Real both = scale_[at(i)] * scale_[at(W.column[at(k)])];
      Eigen::Map<Mat<D>>(V_.data() + k * D * D) = block<D>(W.value, k) / both;
    }
  size_ = map(View<Real>(q_)).norm() / std::sqrt(static_cast<Real>(p.contacts));
}

void CentralPath::improve(ReactionPoint& x, const Limits& limits, ReactionSearch& search) {
  lagged_ = limits.lagged, discs_ = limits.discs;
  if (size_ == 0) return;  // nothing comes in: zero is the solution
  with_dimension(problem_->dim, [&]<int D>(Dimension<D>) { follow<D>(x, limits, search); });
}

template <int D>
void CentralPath::follow(ReactionPoint& x, const Limits& limits, ReactionSearch& search) {
  Context& context = search.context();
  start<D>(x.R, context);
  Real sigma = 0.3;
  int short_steps = 0;
  // A predictor-corrector comes down faster, and strays farther from the path. Where no other method takes over,
  // points have to stay close to it until the end.
  const bool predicts = discs_.empty() && limits.until > 0;
  for (Index k = 0; k < limits.iterations && !search.ended(); ++k) {
    const Real tau = mean_complementarity<D>();
    if (!(tau > 1e-22 * size_ * size_)) break;  // rounding
    std::fill(second_.begin(), second_.end(), Real(0));
    target_ = predicts ? 0 : sigma * tau;
    assemble<D>(context);
    if (!factorise<D>(search) || !solve<D>(search)) break;
    if (predicts) {
      correct<D>(tau, step_length<D>(context));
      if (!solve<D>(search)) break;
    }
    const Real length = step_length<D>(context);
    advance<D>(length);
    ++iterations_;
    hand_out<D>(x);
    search.judge_residual(x);
    search.count(x.residual.largest());
    if (search.reached(x) || x.norm() <= limits.until) break;
    sigma = centring(length);
    if (ends_here(length, predicts, short_steps)) break;
  }
  search.judge(x);
}

/// Where the path folds back, steps become short at a tau that is not small. With the direction of
/// slip lagged they go on, more slowly and without that obstacle; where even these stay short, the
/// path ends. Steps that are predicted count `in_a_row`: one that is not short begins anew.
bool CentralPath::ends_here(Real length, bool in_a_row, int& short_steps) {
  constexpr int kBeforeLagging = 3, kBeforeTheEnd = 4;
  const bool is_short = length < (lagged_ ? kShortLagged : kShort);
  short_steps = is_short ? short_steps + 1 : in_a_row ? 0 : short_steps;
  if (lagged_) return short_steps >= kBeforeTheEnd;
  if (short_steps >= kBeforeLagging) lagged_ = true, short_steps = 0;
  return false;
}

bool CentralPath::has_disc(Index i) const { return !discs_.empty() && discs_[at(i)].bound > 0; }

template <int D>
ContactState<D> CentralPath::cone(Index i) const {
  const bool none = !discs_.empty() && discs_[at(i)].bound == 0;
  return {.mu = none ? 0 : problem_->friction[at(i)],
          .z = point<D>(z_, i),
          .u = point<D>(u_, i),
          .y = point<D>(y_, i),
          .lagged = lagged_,
          .second = point<D>(second_, i)};
}

template <int D>
DiscState<D> CentralPath::disc(Index i) const {
  return {.bound = scale_[at(i)] * discs_[at(i)].bound,
          .fading_speed = discs_[at(i)].fading_speed / scale_[at(i)],
          .z = point<D>(z_, i),
          .u = point<D>(u_, i),
          .y = point<D>(y_, i),
          .fading = fading_[at(i)]};
}

/// A point inside of all cones, close to the reactions and their velocities.
template <int D>
void CentralPath::start(View<Real> R, Context& context) {
  const Real distance = 0.1 * size_;
  fading_.resize(discs_.size()), fading_step_.resize(discs_.size());
  for (Index i = 0; i < problem_->contacts; ++i) {
    writable<D>(z_, i) = scale_[at(i)] * point<D>(R, i);
    const auto move = [&](auto c, auto... share) {
      move_inside<D>(c, share..., distance);
      writable<D>(z_, i) = c.z;
      return c;
    };
    if (has_disc(i))
      fading_[at(i)] = move(disc<D>(i), discs_[at(i)].share).fading;
    else
      move(cone<D>(i));
  }
  times_V<D>(z_, u_, context);
  for (Index i = 0; i < problem_->contacts; ++i) {
    writable<D>(u_, i) += point<D>(q_, i);
    const auto move = [&](auto c) {
      move_velocity_inside<D>(c, distance);
      writable<D>(y_, i) = c.y;
      return c;
    };
    if (has_disc(i))
      fading_[at(i)] = move(disc<D>(i)).fading;
    else
      move(cone<D>(i));
  }
}

/// The rows of all contacts: V with each contact's A on the diagonal, and b.
template <int D>
void CentralPath::assemble(Context& context) {
  const SparseView& W = *problem_->delassus->sparse();
  context.executor->for_each(problem_->contacts, kGrain, [&](Range range, Context&) {
    for (Index i = range.begin; i < range.end; ++i) {
      const bool cone_alone = !has_disc(i);
      const ContactState<D> c = cone<D>(i);
      const ContactRows<D> rows =
          cone_alone ? linearised<D>(c, target_) : linearised<D>(disc<D>(i), target_);
      writable<D>(rhs_, i) = rows.b;
      const Index first = W.start[at(i)], last = W.start[at(i) + 1];
      std::copy(V_.data() + first * D * D, V_.data() + last * D * D,
                matrix_.data() + first * D * D);
      for (Index k = first; k < last; ++k) {
        Eigen::Map<Mat<D>> J(matrix_.data() + k * D * D);
        if (cone_alone && c.frictionless()) J.template bottomRows<D - 1>().setZero();
        if (W.column[at(k)] == i) J += rows.A;
      }
    }
  });
}

template <int D>
bool CentralPath::factorise(ReactionSearch& search) {
  return search.work().spend(factor_->blocks()) &&
         factor_->factorise<D>(matrix_, none_left_out_, search.context());
}

/// After a step without a target, which could go so far: the target, by the cube of the share of tau that it
/// would leave, and what the products of the step would leave. The matrix and its factors stay.
template <int D>
void CentralPath::correct(Real tau, Real length) {
  constexpr Real kLeast = 1e-4;
  Real left = 0;
  for (Index i = 0; i < problem_->contacts; ++i) {
    ContactState<D> c = cone<D>(i);
    const Vec<D> dz = point<D>(dz_, i), dy = point<D>(dy_, i);
    writable<D>(second_, i) = second_order<D>(c, dz, dy);
    c.z += length * dz, c.y += length * dy;
    left += complementarity<D>(c);
  }
  const Real share = left / (static_cast<Real>(problem_->contacts) * tau);
  target_ = std::clamp(share * share * share, kLeast, Real(1)) * tau;
  for (Index i = 0; i < problem_->contacts; ++i)
    writable<D>(rhs_, i) = right_hand_side<D>(cone<D>(i), target_);
}

/// dz and du. The factorisation does not pivot between contacts, so that the solution is refined
/// where digits were lost.
template <int D>
bool CentralPath::solve(ReactionSearch& search) {
  constexpr Real kGood = 1e-10;  // of the right-hand side
  constexpr int kRefinements = 2;
  const SparseView& W = *problem_->delassus->sparse();
  dz_ = rhs_;
  factor_->solve<D>(dz_, search.context());
  for (int pass = 0; pass < kRefinements; ++pass) {
    search.context().executor->for_each(problem_->contacts, kGrain, [&](Range range, Context&) {
      for (Index i = range.begin; i < range.end; ++i)
        writable<D>(rest_, i) = point<D>(rhs_, i) - row_times<D>(W, matrix_, dz_, i);
    });
    if (map(View<Real>(rest_)).norm() <= kGood * map(View<Real>(rhs_)).norm()) break;
    factor_->solve<D>(rest_, search.context());
    map(Out<Real>(dz_)) += map(View<Real>(rest_));
  }
  times_V<D>(dz_, du_, search.context());
  return map(View<Real>(dz_)).allFinite();
}

/// 0.98 of the way to the nearest surface of a cone, at most 1; writes dy.
template <int D>
Real CentralPath::step_length(Context& context) {
  const Index tasks = (problem_->contacts + kGrain - 1) / kGrain;
  const Scratch::Frame frame(*context.scratch);
  const Out<Real> part = context.scratch->take<Real>(tasks);
  context.executor->for_each(problem_->contacts, kGrain, [&](Range range, Context&) {
    Real least = kUnlimited;
    for (Index i = range.begin; i < range.end; ++i) {
      if (has_disc(i)) {
        least = std::min(least, step_of_disc<D>(i));
        continue;
      }
      const ContactState<D> c = cone<D>(i);
      const Vec<D> dy = velocity_step<D>(c, point<D>(du_, i));
      writable<D>(dy_, i) = dy;
      least = std::min(least, step_to_boundary<D>(c, point<D>(dz_, i), dy));
    }
    part[at(range.begin / kGrain)] = least;
  });
  return std::min(Real(1), 0.98 * *std::min_element(part.begin(), part.end()));
}

/// The step of a disc beside dz and du. @returns how far it may go
template <int D>
Real CentralPath::step_of_disc(Index i) {
  const DiscState<D> c = disc<D>(i);
  const Vec<D> dz = point<D>(dz_, i), du = point<D>(du_, i);
  const DiscStep<D> step = other_steps<D>(c, dz, du, target_);
  writable<D>(dy_, i) = step.dy, fading_step_[at(i)] = step.fading;
  return step_to_boundary<D>(c, dz, du, step);
}

template <int D>
void CentralPath::advance(Real length) {
  map(Out<Real>(z_)) += length * map(View<Real>(dz_));
  map(Out<Real>(u_)) += length * map(View<Real>(du_));
  map(Out<Real>(y_)) += length * map(View<Real>(dy_));
  for (Index i = 0; i < problem_->contacts; ++i)
    if (has_disc(i)) fading_[at(i)].advance(length, fading_step_[at(i)]);
}

template <int D>
Real CentralPath::mean_complementarity() const {
  Real sum = 0;
  for (Index i = 0; i < problem_->contacts; ++i)
    sum += has_disc(i) ? complementarity<D>(disc<D>(i)) : complementarity<D>(cone<D>(i));
  return sum / static_cast<Real>(problem_->contacts);
}

/// Reactions and velocities without the scaling and without restitution.
template <int D>
void CentralPath::hand_out(ReactionPoint& x) const {
  for (Index i = 0; i < problem_->contacts; ++i) {
    Eigen::Map<Vec<D>>(x.R.data() + i * D) = point<D>(z_, i) / scale_[at(i)];
    Eigen::Map<Vec<D>> U(x.U.data() + i * D);
    U = point<D>(u_, i) * scale_[at(i)];
    U[0] -= rebound(*problem_, i);
  }
}

template <int D>
void CentralPath::times_V(View<Real> a, Out<Real> out, Context& context) const {
  const SparseView& W = *problem_->delassus->sparse();
  context.executor->for_each(problem_->contacts, kGrain, [&](Range range, Context&) {
    for (Index i = range.begin; i < range.end; ++i)
      Eigen::Map<Vec<D>>(out.data() + i * D) = row_times<D>(W, V_, a, i);
  });
}

}  // namespace interior_point
