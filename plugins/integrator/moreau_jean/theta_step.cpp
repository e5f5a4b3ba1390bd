// Poses and finishes the steps of Moreau and Jean's scheme with implicit elasticity.
#include "theta_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace moreau_jean {
namespace {

/// Of the largest energy so far: a projection that lifts by less mends drift, and no velocity knows of it.
constexpr Real kOfDrift = 1e-6;

constexpr int kRounds = 8;  ///< linearisations, before Newton's method searches with more care
constexpr Real kTolerance = 1e-11;  ///< of the largest increment: corrections that are left out
/// Roundings of a position: what forces that hold leave of their equation.
constexpr Real kRoundings = 100 * std::numeric_limits<Real>::epsilon();

}  // namespace

Outcome ThetaStep::start(System& system, const StateOut& s, Context& context) {
  return system.force({.q = s.q, .v = s.v, .time = s.time}, s.extra, context);
}

ForceQuery ThetaStep::query(ForceLabel label, const StateView& old, View<Real> u, Real dt) const {
  return {.label = label, .q = old.q, .u = u, .v = old.v, .time = old.time + dt};
}

Outcome ThetaStep::begin(const StateView& old, System& system, StepProblem*& problem,
                         Context& context) {
  const Real dt = context.step.dt, seen = old.time + (1 - theta_) * dt;
  for (auto* a : {&ahead_, &moved_, &rest_, &force_, &change_, &driven_, &right_, &solution_})
    a->resize(old.v.size());
  map(Out<Real>(ahead_)) = (1 - theta_) * dt * map(old.v);
  system.prescribe(old.q, seen, ahead_);
  system.prescribe(old.q, old.time + dt, moved_);
  if (system_ != &system) A_ = system.new_tangent();
  system_ = &system;
  const Out<Real> v = problem_.pose(system, A_.get(), {.frozen = ahead_, .base = {}, .time = seen});
  if (Outcome bad = find_free_velocity(old, system, v, context); !bad) return bad;
  problem = &problem_;
  return {};
}

/// The velocity at the end of the step without reactions. Rounds of linearise() and correct() are no Newton's method of
/// increments: they end with the matrix and the velocity that contact acts on, and where forces are linear the first one
/// does. A place without forces, or where corrections do not become smaller, is left to a search.
Outcome ThetaStep::find_free_velocity(const StateView& old, System& system, Out<Real> v,
                                      Context& context) {
  place_ = ahead_;
  Real before = std::numeric_limits<Real>::infinity();
  for (int round = 0; round < kRounds; ++round) {
    Real correction = 0;
    Outcome outcome = linearise(old, system, v, context);
    if (outcome) outcome = correct(old, system, v, correction, context);
    if (outcome.status == Status::failed || (outcome && correction == 0)) return outcome;
    if (!outcome || !(correction <= before / 2)) break;
    before = correction;
  }
  return search(old, system, v, context);
}

/// The velocity at the end of the step with the forces linearised about place_, by its change in the step.
Outcome ThetaStep::linearise(const StateView& old, System& system, Out<Real> v, Context& context) {
  const Real dt = context.step.dt;
  const ForceQuery at = query(ForceLabel::a, old, place_, dt);
  if (Outcome bad = system.force(at, force_, context); !bad) return bad;
  const Real of_stiffness = theta_ * theta_ * dt * dt;
  if (Outcome bad = system.tangent(at, mass_, 1, of_stiffness, *A_, context); !bad) return bad;
  if (Outcome bad = solver_->prepare(*A_, context); !bad) return bad;
  std::ranges::copy(old.v, v.begin());
  system.prescribe_velocity(old.time + dt, v);
  find_rest(v, system, dt);
  find_inertia(old, v, system, context);
  if (Outcome bad = system.force_change(at, rest_, change_, context); !bad) return bad;
  const View<std::uint8_t> prescribed = system.layout().prescribed;
  for (std::size_t i = 0; i < right_.size(); ++i) {
    const Real force = theta_ * (force_[i] + change_[i]) + (1 - theta_) * old.extra[i];
    right_[i] = prescribed[i] ? 0 : dt * force - inertia_[i];
  }
  std::ranges::fill(solution_, 0);
  if (Outcome bad = solver_->solve(right_, solution_, 1, context); !bad) return bad;
  for (std::size_t i = 0; i < right_.size(); ++i)
    if (!prescribed[i]) v[i] += solution_[i];
  return {};
}

/// Moves place_ to where the step with the velocity v ends, corrected by what the forces there leave of the
/// equation of the step.
/// @param correction  m, the largest; 0: the equation holds, and place_ stays
Outcome ThetaStep::correct(const StateView& old, System& system, View<Real> v, Real& correction,
                           Context& context) {
  const Real dt = context.step.dt;
  const View<std::uint8_t> prescribed = system.layout().prescribed;
  find_rest(v, system, dt);
  map(Out<Real>(rest_)) += map(View<Real>(place_));
  if (Outcome bad = system.force(query(ForceLabel::trial, old, rest_, dt), change_, context); !bad)
    return bad;
  map(Out<Real>(driven_)) = map(v) - map(old.v);
  system.apply_mass(mass_, driven_, right_, context);
  for (std::size_t i = 0; i < right_.size(); ++i)
    right_[i] =
        prescribed[i] ? 0 : dt * (theta_ * change_[i] + (1 - theta_) * old.extra[i]) - right_[i];
  correction = 0;
  if (is_balanced(rest_, dt, context)) return {};
  std::ranges::fill(solution_, 0);
  if (Outcome bad = solver_->solve(right_, solution_, 1, context); !bad) return bad;
  const Real largest = theta_ * dt * map(View<Real>(solution_)).lpNorm<Eigen::Infinity>();
  if (largest <= kTolerance * map(View<Real>(rest_)).lpNorm<Eigen::Infinity>()) return {};
  correction = largest;
  place_ = rest_;
  for (std::size_t i = 0; i < place_.size(); ++i)
    if (!prescribed[i]) place_[i] += theta_ * dt * solution_[i];
  return {};
}

/// Whether what is left of each equation is the rounding of positions.
bool ThetaStep::is_balanced(View<Real> u, Real dt, const Context& context) const {
  const View<Real> diagonal = A_->diagonal();
  const Real least = kRoundings / (theta_ * dt) *
                     std::max(context.scales.coordinate, map(u).lpNorm<Eigen::Infinity>());
  for (std::size_t i = 0; i < right_.size(); ++i)
    if (diagonal.empty() || !(std::abs(right_[i]) <= least * diagonal[i])) return false;
  return true;
}

/// By Newton's method with a line search, and a last linearisation where it ends.
Outcome ThetaStep::search(const StateView& old, System& system, Out<Real> v, Context& context) {
  const Real dt = context.step.dt;
  const View<std::uint8_t> prescribed = system.layout().prescribed;
  const bool couples = mass_ == Mass::consistent;
  std::ranges::copy(old.v, v.begin());
  system.prescribe_velocity(old.time + dt, v);
  for (std::size_t i = 0; i < v.size(); ++i) {
    place_[i] = prescribed[i] ? moved_[i] : ahead_[i];
    driven_[i] = prescribed[i] ? v[i] - old.v[i] : 0;
  }
  free_.pose_from(old, mass_, theta_, dt, couples ? View<Real>(driven_) : View<Real>{}, system);
  if (Outcome bad = newton_.solve(free_, false, place_, context); !bad) return bad;
  return linearise(old, system, v, context);
}

/// From place_ to the end of the step with the velocity v there.
void ThetaStep::find_rest(View<Real> v, const System& system, Real dt) {
  const View<std::uint8_t> prescribed = system.layout().prescribed;
  for (std::size_t i = 0; i < v.size(); ++i)
    rest_[i] = prescribed[i] ? moved_[i] - place_[i] : ahead_[i] - place_[i] + theta_ * dt * v[i];
}

/// What neighbours feel of prescribed velocities that change, where the mass couples nodes.
void ThetaStep::find_inertia(const StateView& old, View<Real> v, const System& system,
                             Context& context) {
  inertia_.assign(v.size(), 0);
  if (mass_ == Mass::lumped) return;
  const View<std::uint8_t> prescribed = system.layout().prescribed;
  for (std::size_t i = 0; i < v.size(); ++i) driven_[i] = prescribed[i] ? v[i] - old.v[i] : 0;
  if (!map(View<Real>(driven_)).isZero(0)) system.apply_mass(mass_, driven_, inertia_, context);
}

Outcome ThetaStep::finish(const StateView& old, System& system, const StepResult& result,
                          const StateOut& next, StepReport& report, Context& context) {
  const Real dt = context.step.dt;
  const View<std::uint8_t> prescribed = system.layout().prescribed;
  find_rest(result.w, system, dt);
  if (Outcome bad =
          system.force_change(query(ForceLabel::a, old, place_, dt), rest_, change_, context);
      !bad)
    return bad;
  std::ranges::copy(result.w, next.v.begin());
  system.prescribe_velocity(next.time, next.v);
  keep_momentum(old, result, system, dt, next.v);
  for (std::size_t i = 0; i < rest_.size(); ++i)
    if (!prescribed[i]) moved_[i] = ahead_[i] + theta_ * dt * next.v[i];
  system.move(old.q, moved_, next.q);
  map(report.more_force) += theta_ * map(View<Real>(change_));
  report.weigh(ForceLabel::a, theta_);
  report.weigh(ForceLabel::start, 1 - theta_);
  account_for(old, result, next, system, report, dt);
  return system.force({.q = next.q, .v = next.v, .time = next.time}, next.extra, context);
}

/// Solves with A leave an error in the momentum of a body that is the rounding of (theta dt)^2 K, in long steps many
/// times that of M. But A and M do the same with a translation of the body, so that its part of the
/// velocity is known from forces and impulses alone. Directions in which something is prescribed stay as they are.
void ThetaStep::keep_momentum(const StateView& old, const StepResult& result, const System& system,
                              Real dt, Out<Real> v) const {
  const Layout& layout = system.layout();
  const View<Real> mass = system.mass();
  for (const Body& body : layout.bodies)
    for (int axis = 0; axis < layout.dim; ++axis) {
      Real total = 0, missing = 0;
      bool is_free = body.rotation.empty();
      for (Index i = body.dofs.begin + axis; is_free && i < body.dofs.end; i += layout.dim) {
        const auto k = static_cast<std::size_t>(i);
        is_free = !layout.prescribed[k];
        total += mass[k];
        missing += dt * (theta_ * (force_[k] + change_[k]) + (1 - theta_) * old.extra[k]) +
                   result.contact_impulse[k] - mass[k] * (v[k] - old.v[k]);
      }
      if (!is_free || !(total > 0)) continue;
      for (Index i = body.dofs.begin + axis; i < body.dofs.end; i += layout.dim)
        v[static_cast<std::size_t>(i)] += missing / total;
    }
}

Outcome LoadedProblem::residual(View<Real> u, Out<Real> r, Context& context) const {
  if (Outcome bad = IncrementProblem::residual(u, r, context); !bad) return bad;
  for (std::size_t i = 0; i < r.size(); ++i)
    if (!fixed()[i]) r[i] += weight_ * force_[i];
  return {};
}

void ThetaProjection::pose_from(const StateView& at, const Weights& weights, System& system) {
  place_.assign(at.q.begin(), at.q.end());
  force_.assign(at.extra.begin(), at.extra.end());
  weight_ = weights.force;
  Weights here = weights;
  here.at.q = here.contact.base = place_;
  map(pose(system, here)).setZero();
}

void FreeStep::pose_from(const StateView& old, Mass mass, Real theta, Real dt, View<Real> driven,
                         System& system) {
  const Real of_velocity = theta * dt;
  force_.assign(old.extra.begin(), old.extra.end());
  weight_ = -(1 - theta) / theta;
  const Out<Real> predictor = pose(system, {.mass = 1 / (of_velocity * of_velocity),
                                            .force = 1,
                                            .kind = mass,
                                            .at = {.q = old.q, .v = old.v, .time = old.time + dt}});
  map(predictor) = dt * map(old.v);
  acceleration_.assign(driven.begin(), driven.end());
  for (Real& a : acceleration_) a /= of_velocity;
  prescribe(old.time + dt, acceleration_);
}

Outcome ThetaStep::begin_projection(const StateView& next, System& system, StepProblem*& problem,
                                    Real dt) {
  projection_.pose_from(next,
                        {.mass = 2 / (dt * dt),
                         .force = 2 * theta_ * theta_,
                         .kind = mass_,
                         .at = {.v = next.v, .time = next.time},
                         .contact = {.time = next.time}},
                        system);
  problem = &projection_;
  return {};
}

/// The work of the forces on the way is moved from theirs to that of contact.
Outcome ThetaStep::finish_projection(System& system, const StepResult& result, const StateOut& next,
                                     StepReport& report, Context& context) {
  report.impulse_fraction = 0;
  // Without rows that push d is the rounding of Newton's method.
  if (map(result.contact_impulse).isZero(0)) return {};
  system.move(projection_.place(), result.w, next.q);
  const auto find_force = [&] {
    return system.force({.q = next.q, .v = next.v, .time = next.time}, next.extra, context);
  };
  if (Outcome bad = find_force(); !bad) return bad;
  const View<std::uint8_t> prescribed = system.layout().prescribed;
  Real work = 0;
  for (std::size_t i = 0; i < prescribed.size(); ++i)
    if (!prescribed[i]) work += (projection_.force()[i] + next.extra[i]) / 2 * result.w[i];
  report.account.force_work += work;
  Real gain = -work;
  if (gain > kOfDrift * context.step.energy) {
    land(system, result, next, gain, report, context);
    if (Outcome bad = find_force(); !bad) return bad;
  }
  report.contact_work += gain;
  report.account.contact += gain;
  return {};
}

/// What comes to its contacts in this step has moved beyond them. Lifted out again with its velocity, it would have
/// energy from nowhere. So its rows are made part of the step, as if contact had been seen at the end of it: with
///   M d = dt/2 p + (theta dt)^2 [F(q (+) d) - F(q)]
/// and the impulse p that belongs to the projection, the velocity changes by d/(theta dt). On the way from where
/// the gap is open to where it is closed p takes energy.
/// @param gain  J, in: by the lift; out: by both
void ThetaStep::land(const System& system, const StepResult& result, const StateOut& next,
                     Real& gain, StepReport& report, Context& context) {
  const Real part = 1 / (theta_ * context.step.dt);
  const View<std::uint8_t> prescribed = system.layout().prescribed;
  system.apply_mass(mass_, result.w, solution_, context);
  for (std::size_t i = 0; i < prescribed.size(); ++i) {
    report.more_force[i] += theta_ * (next.extra[i] - projection_.force()[i]);
    if (prescribed[i]) continue;
    gain += part * solution_[i] * (next.v[i] + part / 2 * result.w[i]);
    next.v[i] += part * result.w[i];
  }
  report.impulse_fraction = 1 / (2 * theta_);
}

void ThetaStep::account_for(const StateView& old, const StepResult& result, const StateOut& next,
                            const System& system, StepReport& report, Real dt) const {
  const View<std::uint8_t> prescribed = system.layout().prescribed;
  EnergyAccount& account = report.account;
  account = {.kept = true};
  for (std::size_t i = 0; i < prescribed.size(); ++i) {
    if (prescribed[i]) continue;
    const Real mean = (old.v[i] + next.v[i]) / 2;
    account.contact += result.contact_impulse[i] * mean;
    account.path_work -= inertia_[i] * mean;
    account.force_work +=
        dt * (theta_ * (force_[i] + change_[i]) + (1 - theta_) * old.extra[i]) * mean;
  }
  report.contact_work = account.contact;
}

}  // namespace moreau_jean
