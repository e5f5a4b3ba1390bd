// The integrator newmark, which is that of Kane et al.: predictor, contact problem, velocities and
// energies of a step.
#include <algorithm>
#include <cmath>
#include <tactus/integrator.hpp>
#include <tactus/plugin.hpp>

#include "acceleration.hpp"
#include "account.hpp"
#include "angular_momentum.hpp"
#include "lag.hpp"
#include "options.hpp"
#include "rigid_reflection.hpp"

namespace newmark {

/// Newmark's family with contact forces that act entirely at the end of the step, Kane
/// (3.16)-(3.23):
///   2/dt^2 M (u - u_pre) - 2 beta M a(x_n + u) = f_con                        (3.20)
///   u_pre   = dt v_n + dt^2 (1/2 - beta) a_n                                  (3.18)
///   v_{n+1} = v_n + dt [(1 - gamma) a_n + gamma a_{n+1}] + ((1 + e)/dt) d     (3.17)
/// Here a = M^-1 (f_ext - f_int) without contact, and d is the correction of the position by
/// contact. For rotating bodies the System provides the increment of a velocity, a velocity
/// transferred to another configuration, and the effect of an impulse. These functions conserve
/// momentum in space and do nothing in the plane:
///   u_pre = drift(w), w = v_n + dt (1/2 - beta) a_n
///   v_{n+1} = carry(v_n) + dt [(1-gamma) carry(a_n) + gamma a_{n+1}] + (1 + e)/2 M^-1 P,
/// where P is the impulse of contact. With P = 0 momentum is exact, and energy oscillates with
/// amplitude dt^2.
class Newmark final : public Integrator {
 public:
  using Options = NewmarkOptions;
  explicit Newmark(const Options& o)
      : o_(o), e_(o.impact == Impact::reflect ? 1 : 0), accelerations_(mass_of(o), o.gamma) {}

  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::increment, capability::potential}) c.provides(name);
    if (o_.beta == 0)
      c.provides(capability::separable);
    else
      for (auto name : {capability::problem_tangent, capability::assembled, capability::symmetric})
        c.provides(name);
    if (o_.beta > 0) c.needs(capability::tangent);
    if (o_.gamma == 0.5)
      for (auto name : {capability::second_order, capability::reversible}) c.provides(name);
    if (restores()) c.provides(capability::angular_momentum);
    if (o_.beta == 0 && e_ == 1) c.provides(capability::impact_by_phase);
  }

 private:
  static Mass mass_of(const Options& o) {
    return o.beta == 0 || o.mass == MassOption::lumped ? Mass::lumped : Mass::consistent;
  }
  Mass do_mass() const override { return accelerations_.mass(); }
  /// M a of the consistent mass, then the two of Lag.
  Index do_extra_columns() const override {
    return (accelerations_.is_consistent() ? 1 : 0) + (lags() ? 2 : 0);
  }
  bool lags() const { return o_.beta > 0 && e_ == 0; }

  /// The rotation that restores angular momentum follows from formulas of explicit steps.
  bool restores() const { return o_.restore_angular_momentum && o_.gamma == 0.5 && o_.beta == 0; }

  /// Newmark's method is stable up to omega dt = 1/sqrt(gamma/2 - beta), which is 2 for central
  /// differences, and unconditionally stable for 2 beta >= gamma >= 1/2.
  Real do_time_step_limit(const System& system, const StateView&) const override {
    if (2 * o_.beta >= o_.gamma) return kUnlimited;
    // An element's lumped mass is at most dim + 2 times its consistent one.
    const Real lighter = accelerations_.is_consistent() ? system.layout().dim + 2 : 1;
    return o_.safety * system.critical_step() / (2 * std::sqrt(lighter * (o_.gamma / 2 - o_.beta)));
  }

  Outcome do_start(System& system, const StateOut& s, Context& context) override {
    accelerations_.start(system);
    std::ranges::fill(s.extra, Real{0});
    return accelerations_.write({.q = s.q, .u = {}, .v = s.v, .time = s.time, .fixed = {}}, system,
                                s, context);
  }

  View<Stage> do_stages() const override { return kIncrementStage; }

  Outcome do_begin(Index, const StateView& old, const StateView&, System& system,
                   StepProblem*& problem, Context& context) override {
    const Real dt = context.step.dt, end = old.time + dt;
    const ForceQuery at{.q = old.q, .u = {}, .v = old.v, .time = end, .fixed = {}};
    auto u = problem_.pose(system, {.mass = 2 / (dt * dt),
                                    .force = 2 * o_.beta,
                                    .kind = accelerations_.mass(),
                                    .at = at,
                                    .contact = {.frozen = {}, .base = {}, .time = end}});
    // u holds a velocity first and becomes an increment by drift(). The position x_pre = x_n + u
    // is never formed, because d would then be a difference of positions: its rounding error eps
    // |x|, multiplied by 2/dt, amounts to 2.6e-10 of the momentum at dt = 1e-7.
    map(u) = map(old.v) + dt * (0.5 - o_.beta) * map(old.a);  // (3.18)
    system.drift(old.q, u, dt, u);
    if (accelerations_.is_consistent()) {
      accelerations_.find_prescribed(system, old, dt);
      problem_.prescribe(end, accelerations_.prescribed());
    } else {
      problem_.prescribe();
    }
    problem_.set_rule(
        {.system = &system, .old = old, .dt = dt, .bounce = e_, .restore = restores()});
    problem = &problem_;
    return {};
  }

  Outcome do_finish(Index, const StateView& old, System& system, const StepResult& result,
                    const StateOut& next, StepReport& report, Context& context) override {
    const Real dt = context.step.dt, g = o_.gamma;
    // The forces are evaluated at the corrected position but without contact forces: a in Kane
    // (3.14) contains external and internal forces only. What contact does to the velocity is
    // added separately, below.
    system.move(old.q, result.w, next.q);
    const ForceQuery at{.label = ForceLabel::end, .q = next.q, .v = old.v, .time = next.time};
    // an inverted element
    if (Outcome bad = accelerations_.write(at, system, next, context); !bad) return bad;
    carried_v_.resize(next.v.size());
    carried_a_.resize(next.v.size());
    const Carried carried{system.carry(old.q, next.q, old.v, carried_v_),
                          system.carry(old.q, next.q, old.a, carried_a_)};
    map(next.v) = map(carried.v) + dt * ((1 - g) * map(carried.a) + g * map(next.a));  // (3.17)
    report.weigh(ForceLabel::start, 1 - g);
    report.weigh(ForceLabel::end, g);
    report.impulse_fraction = (1 + e_) / 2;
    report.contact_at_start = e_ == 0;
    account_for(old, next, system, result.w, report.account, dt, context);
    if (carried.v.data() != old.v.data())  // free flight changes the energy of rotating bodies
      report.account.force_work +=
          (weighted_square(system.mass(), carried.v) - weighted_square(system.mass(), old.v)) / 2;
    // A solver of one problem for all bodies names no groups.
    const bool touches = result.groups > 0 ||
                         std::ranges::any_of(result.contact_impulse, [](Real p) { return p != 0; });
    if (touches)
      if (Outcome bad = apply_contact(old, carried, system, result, next, report, dt, context);
          !bad)
        return bad;
    if (lags()) {
      note_lag(old, system.layout().prescribed,
               touches ? Pressed{correction_, result.contact_impulse, dt} : Pressed{}, next,
               report.account);
      if (touches && !has_warned_) has_warned_ = warn_of_long_steps(dt, context);
    }
    system.prescribe_velocity(next.time, next.v);
    return {};
  }

  void account_for(const StateView& old, const StateOut& next, const System& system, View<Real> u,
                   EnergyAccount& account, Real dt, Context& context) {
    StepMotion motion{.mass = system.mass(),
                      .u = u,
                      .a_old = old.a,
                      .a_new = next.a,
                      .dt = dt,
                      .gamma = o_.gamma,
                      .beta = o_.beta};
    if (o_.beta == 0) return account_for_motion(motion, account, context);
    if (!accelerations_.is_consistent())
      return account_for_implicit_motion(motion, account, context);
    motion.Ma_old = old.extra, motion.Ma_new = next.extra;
    motion.inertia = accelerations_.inertia_of_prescribed(system, context);
    motion.prescribed = system.layout().prescribed;
    account_for_consistent_motion(motion, account, context);
  }

  Real do_energy_shift(const System& system, const StateView& state, Real dt) const override {
    const Real factor = o_.beta == 0 ? -1. / 8 : (o_.beta - o_.gamma / 2) / 2;
    const View<std::uint8_t> held = system.layout().prescribed;
    return factor * dt * dt *
               (accelerations_.is_consistent() ? consistent_square(state.a, state.extra, held)
                                               : weighted_square(system.mass(), state.a)) +
           (lags() ? Lag::of(state.extra, state.v.size()).energy(state.v, held) : 0);
  }

  /// Velocities and accelerations at the start of a step, transferred to its end by
  /// System::carry().
  struct Carried {
    View<Real> v{}, a{};
  };

  /// With the correction of the position d = dt/2 M^-1 (impulse), contact adds the energy
  /// dE = (q/dt) d'M (u - (1 - e)/2 d) with q = (1 + e)/dt.
  Outcome apply_contact(const StateView& old, const Carried& carried, System& system,
                        StepResult result, const StateOut& next, StepReport& report, Real dt,
                        Context& context) {
    correction_.resize(next.v.size());
    moment_.resize(next.v.size());
    result.contact_impulse = system.to_velocity(result.w, result.contact_impulse, moment_);
    auto d = map(Out<Real>(correction_));
    // Kane (3.21): a_con = (2/dt^2) d, and by (3.17) the whole of dt a_con = (2/dt) d enters the
    // velocity, not half of it. A node that starts the step at an obstacle and approaches it with
    // w_N has d = -dt w_N: e = 1 reverses its normal velocity, and e = 0 removes it. The same d
    // determines position and velocity, which makes linear momentum exact up to rounding.
    d = dt / 2 * map(result.contact_impulse).cwiseProduct(map(system.inverse_mass()));
    if (accelerations_.is_consistent()) {
      Outcome bad = system.solve_mass(do_mass(), result.contact_impulse, correction_, context);
      if (!bad) return bad;
      d *= dt / 2;
    }
    if (carried.v.data() != old.v.data()) {  // u as velocities define it: dt w + d
      moved_.resize(next.v.size());
      map(Out<Real>(moved_)) = dt * (map(carried.v) + dt / 2 * map(carried.a)) + d;
      result.w = moved_;
    }
    reflection_.clear();
    if (e_ == 1 && !result.component.empty())
      find_reflection(old, carried, system, result, next, dt);
    map(next.v) += (1 + e_) / dt * d;
    report.contact_work =
        (1 + e_) / (2 * dt) * map(result.contact_impulse).dot(map(result.w) - (1 - e_) / 2 * d);
    report.contact_work += reflection_.apply(system, result, correction_, dt, next.v);
    if (e_ == 0 && !result.zone.empty()) bounce_zones(result, next, report, dt);
    report.account.contact =
        report.contact_work + work_against_forces(old, result, next, dt) +
        (restores() && result.groups > 0 ? restore(old, system, result, next, dt) : 0);
    return {};
  }

  /// Finds how rigid bodies reflect; `next.v` is the velocity without contact.
  void find_reflection(const StateView& old, const Carried& carried, const System& system,
                       const StepResult& result, const StateOut& next, Real dt) {
    mean_.resize(next.v.size());
    map(Out<Real>(mean_)) = (1 - o_.gamma) * map(carried.a) + o_.gamma * map(next.a);
    Real support_speed = 0;
    for (std::size_t i = 0; i < next.v.size(); ++i)
      if (system.layout().prescribed[i])
        support_speed = std::max(support_speed, std::abs(old.v[i]));
    reflection_.find({.system = system,
                      .result = result,
                      .x = next.q,
                      .w = predictor_velocity(old, dt),
                      .d = correction_,
                      .abar = mean_,
                      .dt = dt,
                      .support_speed = support_speed,
                      .restore = restores()},
                     View<Real>(next.v), angular_momentum_);
  }

  /// v_n + dt/2 a_n
  View<Real> predictor_velocity(const StateView& old, Real dt) {
    start_.resize(old.v.size());
    map(Out<Real>(start_)) = map(old.v) + dt / 2 * map(old.a);
    return start_;
  }

  /// Nodes of a rigid impact zone reflect even if others stop.
  void bounce_zones(const StepResult& result, const StateOut& next, StepReport& report, Real dt) {
    for (std::size_t i = 0; i < correction_.size(); ++i) {
      if (result.zone[i] == kNone) continue;
      next.v[i] += correction_[i] / dt;
      report.contact_work +=
          result.contact_impulse[i] / dt * (result.w[i] / 2 + correction_[i] / 4);
    }
  }

  /// Energy gained by contact in addition to its work: d'M (e abar - (1 + e)/2 a_n), with e of each
  /// node; for beta > 0 d'M ((1 + e)/2 (gamma - 2 beta) (a_{n+1} - a_n) - (1 - e)/2 abar), which is the
  /// same for beta = 0 and gamma = 1/2.
  Real work_against_forces(const StateView& old, const StepResult& result, const StateOut& next,
                           Real dt) const {
    const Real g = o_.gamma;
    Real sum = 0;
    const auto add = [&](std::size_t i) {
      if (correction_[i] == 0) return;
      const Real e = !result.zone.empty() && result.zone[i] != kNone ? 1 : e_;
      // Contact changes the kinetic energy by (1+e) d'M (v_n/dt + abar) plus terms in d alone,
      // where abar is the mean of both accelerations. contact_work contains a_n/2 in place of
      // abar, because it is formed with the increment u = dt (v_n + dt/2 a_n) + d; and the work
      // of forces over u contains abar'M d, which contact has caused. The sum of these
      // differences is d'M (e abar - (1+e)/2 a_n).
      const Real mean = (1 - g) * old.a[i] + g * next.a[i];
      const Real against = o_.beta == 0 ? e * mean - (1 + e) / 2 * old.a[i]
                                        : (1 + e) / 2 * (g - 2 * o_.beta) * (next.a[i] - old.a[i]) -
                                              (1 - e) / 2 * mean;
      sum += dt / 2 * result.contact_impulse[i] * against;
    };
    // Contact corrects few degrees of freedom. Groups of eight without a correction are skipped.
    constexpr std::size_t kWidth = 8;
    std::size_t i = 0;
    for (; i + kWidth <= correction_.size(); i += kWidth) {
      Real any = 0;
      for (std::size_t k = 0; k < kWidth; ++k) any += std::abs(correction_[i + k]);
      if (any == 0) continue;
      for (std::size_t k = 0; k < kWidth; ++k) add(i + k);
    }
    for (; i < correction_.size(); ++i) add(i);
    return sum;
  }

  /// Restores angular momentum group by group; returns the energy that this adds.
  Real restore(const StateView& old, const System& system, const StepResult& result,
               const StateOut& next, Real dt) {
    return angular_momentum_.restore({.layout = system.layout(),
                                      .mass = system.mass(),
                                      .group = result.group,
                                      .groups = result.groups,
                                      .x = next.q,
                                      .w = predictor_velocity(old, dt),
                                      .d = correction_,
                                      .q = (1 + e_) / dt,
                                      .rates = reflection_.rates(),
                                      .zone = result.zone,
                                      .zone_q = 2 / dt},
                                     next.v);
  }

  Options o_;
  Real e_;
  Problem problem_;
  Accelerations accelerations_;
  AngularMomentum angular_momentum_;
  RigidReflection reflection_;
  bool has_warned_ = false;  ///< of long steps with contact
  std::vector<Real> correction_, start_, carried_v_, carried_a_, moment_, moved_, mean_;
};

}  // namespace newmark

TACTUS_PLUGIN(
    newmark::Newmark, "newmark",
    "Newmark family (not HHT-alpha) with contact at the end of the step, Kane (3.16)-(3.23)")
