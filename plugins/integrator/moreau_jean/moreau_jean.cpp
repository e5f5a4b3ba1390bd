// The integrator moreau_jean: velocity-impulse time stepping for contact with friction. It makes
// half a step of free motion, solves for reactions at the geometry reached there, and makes the
// second half of the step with the resulting velocity. A second stage may then project positions.
// Steps with implicit elasticity are in theta_step.cpp.
#include <algorithm>
#include <optional>
#include <tactus/increment_problem.hpp>
#include <tactus/integrator.hpp>
#include <tactus/plugin.hpp>
#include <tactus/velocity_problem.hpp>
#include <utility>

#include "options.hpp"
#include "theta_step.hpp"

namespace moreau_jean {
namespace {
using namespace tactus;

/// A projection of positions, of which no velocity knows: contact may take the energy for it that forces
/// give back.
class Projection final : public IncrementProblem {
 public:
  CorrectionEnergy correction_energy(const Correction&, Context&) const override { return {}; }
};

/// The scheme of Moreau and Jean as in Solfec, with explicit forces f = f_ext - f_int:
///   q_half  = q_n (+) dt/2 v_n                    where contact is evaluated
///   M (v - v_free) = H' R,   v_free = v_n + dt M^-1 f(q_half)
///   q_{n+1} = q_half (+) dt/2 v_{n+1}
/// This is theta = 0; for theta from 1/2 to 1 see ThetaStep. Bodies that rotate in space conserve their momentum in both halves
/// (System's drift and carry). Without contact this is Verlet's scheme, which is of second order
/// and reversible.
///
/// Energy: 1/2 (v_n + v_{n+1})'M (v_{n+1} - v_n) = contact + work of f(q_half) over the step, where
/// contact = R.(U_old + U)/2. With the increments a, b of the two halves and the stiffness K of a
/// linear system, U_{n+1} - U_n is the work of f(q_half) plus (b'K b - a'K a)/2: T + U - b'K b/2 is
/// conserved where every a is the b of the step before. So it is without contact where things are
/// free, and b = dt/2 v; what the path of a support brings in where a and b differ is `path_work`.
///
/// For b'K b the state stores kv = M^-1 K v = 2/dt M^-1 (f(q_half) - f(q_{n+1})), and the v to which it
/// belongs, as velocities may be damped between steps. Both forces are those at the time of the middle,
/// so that loads which change over time do not contribute. Where things are driven the state stores
/// K b/dt, b/dt and the force at the end, without loads: a pressure that follows is no stiffness.
///
/// Contact in velocities alone lets depths grow that rounding and turning leave. With "drift": "project"
/// the stage "projection" moves q_{n+1} by the d nearest to 0, in the norm of 2 M/dt^2, that satisfies
/// the rows there. Velocities stay. The work F.d of the forces, by the mean of F before and after, is
/// moved from theirs to that of contact, which has made the way against them.
class MoreauJean final : public Integrator {
 public:
  using Options = MoreauOptions;
  explicit MoreauJean(const Options& o) : o_(o) {
    if (o.theta > 0)
      implicit_.emplace(o.theta, o.mass == MassOption::lumped ? Mass::lumped : Mass::consistent);
  }
  void capabilities(Capabilities& c) const override {
    if (implicit_) {
      for (auto name : {capability::impulse, capability::problem_tangent, capability::assembled,
                        capability::symmetric})
        c.provides(name);
      if (o_.theta == 0.5) c.provides(capability::second_order);
      if (o_.drift == Drift::project) c.provides(capability::increment);
      return c.needs(capability::tangent);
    }
    for (auto name : {capability::impulse, capability::separable, capability::second_order,
                      capability::reversible})
      c.provides(name);
    if (o_.drift == Drift::project) c.provides(capability::increment);
  }

 private:
  /// kv, v, force; see Columns. For theta > 0 the force.
  Index do_extra_columns() const override { return implicit_ ? 1 : 3; }
  Mass do_mass() const override { return implicit_ ? implicit_->mass() : Mass::lumped; }
  void do_setup(const Setup& setup, Context&) override {
    if (implicit_) implicit_->setup(setup);
  }

  Real do_time_step_limit(const System& system, const StateView&) const override {
    return implicit_ ? kUnlimited : o_.safety * system.critical_step();
  }

  /// kv of the initial velocities, by a finite difference over a thousandth of an altitude.
  Outcome do_start(System& system, const StateOut& s, Context& context) override {
    if (implicit_) return implicit_->start(system, s, context);
    find_driven(system);
    const Columns columns = columns_of(s);
    std::ranges::copy(s.v, columns.v.begin());
    ForceQuery at{.q = s.q, .v = s.v, .time = s.time};
    if (Outcome bad = forces(system, at, s.a, context); !bad) return bad;
    for (std::size_t k = 0; k < driven_.size(); ++k) {
      columns.v[driven_[k]] = 0;  // there is no half of a step before the first
      columns.force[driven_[k]] = driven_force_[k];
    }
    const Real fastest = map(View<Real>(s.v)).lpNorm<Eigen::Infinity>();
    if (fastest == 0) return {};
    const Real little = 1e-3 * context.scales.altitude / fastest;
    half_.resize(s.v.size());
    system.drift(s.q, s.v, little, half_);
    at.u = half_;
    if (Outcome bad = system.acceleration(at, columns.kv, context); !bad) return bad;
    map(columns.kv) = (map(View<Real>(s.a)) - map(View<Real>(columns.kv))) / little;
    for (const Index dof : driven_) columns.kv[dof] = 0;
    return {};
  }

  /// [dofs] each. Where things are driven kv is K b/dt and v is b/dt, elsewhere `force` is 0.
  struct Columns {
    Out<Real> kv, v, force;
  };
  static Columns columns_of(const StateOut& s) {
    const std::size_t n = s.v.size();
    return {s.extra.first(n), s.extra.subspan(n, n), s.extra.subspan(2 * n, n)};
  }

  /// Prescribed degrees of freedom with mass. A resumed run has no start(), so that begin() looks, too.
  void find_driven(const System& system) {
    if (std::exchange(has_looked_, true)) return;
    const View<std::uint8_t> prescribed = system.layout().prescribed;
    for (std::size_t i = 0; i < prescribed.size(); ++i)
      if (prescribed[i] && system.mass()[i] > 0) driven_.push_back(static_cast<Index>(i));
    driven_force_.assign(driven_.size(), 0);
    half_force_.assign(driven_.size(), 0);
  }

  /// Accelerations, and in driven_force_ the forces on driven degrees of freedom without loads.
  Outcome forces(System& system, const ForceQuery& at, Out<Real> a, Context& context) {
    if (Outcome bad = system.force(at, a, context); !bad) return bad;
    const View<Real> load = system.load_force();
    for (std::size_t k = 0; k < driven_.size(); ++k) {
      const auto dof = static_cast<std::size_t>(driven_[k]);
      driven_force_[k] = a[dof] - (load.empty() ? 0 : load[dof]);
    }
    map(a).array() *= map(system.inverse_mass()).array();
    return {};
  }

  View<Stage> do_stages() const override {
    static constexpr Stage kBoth[] = {{Unknown::velocity, {}}, {Unknown::increment, "projection"}};
    return View<Stage>(kBoth).first(o_.drift == Drift::project ? 2 : 1);
  }

  Outcome do_begin(Index stage, const StateView& old, const StateView& next, System& system,
                   StepProblem*& problem, Context& context) override {
    if (implicit_)
      return stage == 1 ? implicit_->begin_projection(next, system, problem, context.step.dt)
                        : implicit_->begin(old, system, problem, context);
    if (stage == 1) {
      pose_projection(next, system, context.step.dt);
      problem = &projection_;
      return {};
    }
    const Real dt = context.step.dt, middle = old.time + dt / 2;
    find_driven(system);
    for (auto* a : {&half_, &rest_, &carried_, &moved_}) a->resize(old.v.size());
    q_half_.resize(old.q.size());
    system.drift(old.q, old.v, dt / 2, half_);
    system.prescribe(old.q, middle, half_);
    system.move(old.q, half_, q_half_);
    const Out<Real> v =
        problem_.pose(system, nullptr, {.frozen = half_, .base = {}, .time = middle});
    const ForceQuery at{.label = ForceLabel::a, .q = old.q, .u = half_, .v = old.v, .time = middle};
    if (Outcome bad = forces(system, at, v, context); !bad) return bad;
    a_half_.assign(v.begin(), v.end());
    half_force_ = driven_force_;
    start_ = system.carry(old.q, q_half_, old.v, carried_);
    // v_free is the velocity at the end of the step without reactions. It is expressed at q_half,
    // as H is: for bodies that rotate, velocities at different configurations must not be added
    // before they are carried to the same one.
    map(v) = map(start_) + dt * map(View<Real>(a_half_));
    system.prescribe_velocity(old.time + dt, v);
    problem = &problem_;
    return {};
  }

  /// From where the step has come to; what is prescribed is there already.
  void pose_projection(const StateView& next, System& system, Real dt) {
    reached_.assign(next.q.begin(), next.q.end());
    a_reached_.assign(next.a.begin(), next.a.end());
    const Out<Real> nothing = projection_.pose(
        system, {.mass = 2 / (dt * dt), .contact = {.base = reached_, .time = next.time}});
    map(nothing).setZero();
  }

  Outcome finish_projection(const StateView& old, System& system, View<Real> d,
                            const StateOut& next, StepReport& report, Context& context) {
    report.impulse_fraction = 0;
    if (std::ranges::all_of(d, [](Real x) { return x == 0; })) return {};
    system.move(reached_, d, next.q);
    const ForceQuery at{.q = next.q, .v = next.v, .time = old.time + context.step.dt / 2};
    if (Outcome bad = forces(system, at, next.a, context); !bad) return bad;
    const Columns columns = columns_of(next);
    for (std::size_t k = 0; k < driven_.size(); ++k) columns.force[driven_[k]] = driven_force_[k];
    const View<Real> m = system.mass();
    const View<std::uint8_t> prescribed = system.layout().prescribed;
    Real work = 0;
    for (std::size_t i = 0; i < d.size(); ++i)
      if (!prescribed[i]) work += m[i] * (a_reached_[i] + next.a[i]) / 2 * d[i];
    report.contact_work -= work;
    report.account.contact -= work;
    report.account.force_work += work;
    return {};
  }

  Outcome do_finish(Index stage, const StateView& old, System& system, const StepResult& result,
                    const StateOut& next, StepReport& report, Context& context) override {
    if (implicit_)
      return stage == 1 ? implicit_->finish_projection(system, result, next, report, context)
                        : implicit_->finish(old, system, result, next, report, context);
    if (stage == 1) return finish_projection(old, system, result.w, next, report, context);
    const Real dt = context.step.dt;
    move_to_end(old, system, result.w, next, dt);
    map(next.v) = map(system.carry(q_half_, next.q, result.w, moved_));
    system.prescribe_velocity(next.time, next.v);
    const ForceQuery at{.q = next.q, .v = next.v, .time = old.time + dt / 2};
    if (Outcome bad = forces(system, at, next.a, context); !bad) return bad;
    const Columns columns = columns_of(next);
    map(columns.kv) = 2 / dt * (map(View<Real>(a_half_)) - map(View<Real>(next.a)));
    std::ranges::copy(next.v, columns.v.begin());
    for (std::size_t k = 0; k < driven_.size(); ++k) {
      const auto dof = static_cast<std::size_t>(driven_[k]);
      columns.kv[dof] = (half_force_[k] - driven_force_[k]) / dt;
      columns.v[dof] = rest_[dof] / dt;
      columns.force[dof] = driven_force_[k];
    }
    report.weigh(ForceLabel::a, 1);
    account(old, system, result, next, report, dt);
    return {};
  }

  /// q_{n+1} = q_half (+) drift(v, dt/2). Prescribed degrees of freedom are placed where they have
  /// to be at the end of the step.
  void move_to_end(const StateView& old, const System& system, View<Real> v, const StateOut& next,
                   Real dt) {
    system.drift(q_half_, v, dt / 2, rest_);
    system.prescribe(old.q, next.time, moved_);
    const View<std::uint8_t> prescribed = system.layout().prescribed;
    for (std::size_t i = 0; i < rest_.size(); ++i)
      if (prescribed[i]) rest_[i] = moved_[i] - half_[i];
    system.move(q_half_, rest_, next.q);
  }

  /// The sums of a step over free degrees of freedom for the energy account; see the comment on the
  /// class.
  void account(const StateView& old, const System& system, const StepResult& result,
               const StateOut& next, StepReport& report, Real dt) const {
    const View<Real> m = system.mass(), w = result.w, P = result.contact_impulse;
    const View<std::uint8_t> prescribed = system.layout().prescribed;
    Real contact = 0, work = 0;
    for (std::size_t i = 0; i < w.size(); ++i) {
      if (prescribed[i]) continue;
      const Real mean = (start_[i] + w[i]) / 2;
      contact += P[i] * mean;
      work += m[i] * (dt * a_half_[i] * mean);
      if (start_.data() != old.v.data())  // change of the energy of rotating bodies in free motion
        work +=
            m[i] / 2 *
            ((start_[i] * start_[i] - old.v[i] * old.v[i]) + (next.v[i] * next.v[i] - w[i] * w[i]));
    }
    report.contact_work = contact;
    EnergyAccount& sum = report.account;
    sum = {.kept = true, .contact = contact, .path_work = path_work(old, dt)};
    sum.shift_old = shift(system, old, dt, sum.path_shift);
    sum.shift_new = shift(system, next, dt, sum.path_shift);
    sum.force_work = work + sum.shift_new - sum.shift_old - sum.path_work;
  }

  /// -(a - b)'(K a + K b)/2 over driven degrees of freedom, with the b of the step before, as if that
  /// had had this dt.
  Real path_work(const StateView& old, Real dt) const {
    const std::size_t n = old.v.size();
    Real work = 0;
    for (std::size_t k = 0; k < driven_.size(); ++k) {
      const auto dof = static_cast<std::size_t>(driven_[k]);
      const Real a = half_[dof], b = dt * old.extra[n + dof];
      const Real K_a = old.extra[2 * n + dof] - half_force_[k], K_b = dt * old.extra[dof];
      work -= (a - b) * (K_a + K_b) / 2;
    }
    return work;
  }

  Real do_energy_shift(const System& system, const StateView& s, Real dt) const override {
    Real driven = 0;
    return implicit_ ? 0 : shift(system, s, dt, driven);
  }

  /// @param driven  the part of driven degrees of freedom. A resumed run may ask before it has posed a
  ///                step, when driven_ is not known yet.
  static Real shift(const System& system, const StateView& s, Real dt, Real& driven) {
    const View<Real> m = system.mass();
    const View<std::uint8_t> prescribed = system.layout().prescribed;
    const std::size_t n = s.v.size();
    const View<Real> kv = s.extra.first(n), v_of_kv = s.extra.subspan(n, n);
    Real sum = 0;
    driven = 0;
    for (std::size_t i = 0; i < n; ++i) {
      if (prescribed[i]) {
        if (m[i] > 0) driven -= (dt * v_of_kv[i]) * (dt * kv[i]) / 2;
        continue;
      }
      // Damping between steps multiplies velocities by factors. Where all factors are equal, kv
      // has the same factor, because K is linear; it is therefore scaled instead of being
      // evaluated again.
      const bool damped = v_of_kv[i] != s.v[i] && v_of_kv[i] != 0;
      sum += m[i] * s.v[i] * (damped ? kv[i] * (s.v[i] / v_of_kv[i]) : kv[i]);
    }
    return -dt * dt / 8 * sum + driven;
  }

  Options o_;
  std::optional<ThetaStep> implicit_;  ///< where theta > 0
  VelocityProblem problem_;
  Projection projection_;
  std::vector<Real> reached_, a_reached_;            ///< q and a at the end, before the projection
  std::vector<Real> half_, rest_, carried_, moved_;  ///< [dofs]
  std::vector<Real> q_half_, a_half_;
  bool has_looked_ = false;
  std::vector<Index> driven_;  ///< prescribed degrees of freedom with mass, ascending
  /// [driven] N, without loads: of the last evaluation, and of the one in the middle of the step
  std::vector<Real> driven_force_, half_force_;
  View<Real> start_{};  ///< v_n at q_half
};

}  // namespace
}  // namespace moreau_jean

TACTUS_PLUGIN(moreau_jean::MoreauJean, "moreau_jean",
              "Velocity-impulse stepping after Moreau and Jean, explicit or implicit elasticity")
