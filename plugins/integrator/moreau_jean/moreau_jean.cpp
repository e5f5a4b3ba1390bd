// The integrator moreau_jean: velocity-impulse time stepping for contact with friction. It makes
// half a step of free motion, solves for reactions at the geometry reached there, and makes the
// second half of the step with the resulting velocity.
#include <tactus/integrator.hpp>
#include <tactus/plugin.hpp>
#include <tactus/velocity_problem.hpp>

namespace {
using namespace tactus;

/// The scheme of Moreau and Jean as in Solfec, with explicit forces f = f_ext - f_int:
///   q_half  = q_n (+) dt/2 v_n                    where contact is evaluated
///   A (v - v_free) = H' R,   v_free = v_n + dt A^-1 f(q_half),   A = M + (theta dt)^2 K
///   q_{n+1} = q_half (+) dt/2 v_{n+1}
/// theta = 0 is explicit: A = M. Bodies that rotate in space conserve their momentum in both halves
/// (System's drift and carry). Without contact this is Verlet's scheme, which is of second order
/// and reversible.
///
/// Energy: 1/2 (v_n + v_{n+1})'M (v_{n+1} - v_n) = contact + work of f(q_half) over the step, where
/// contact = R.(U_old + U)/2. For linear systems without contact T + U - dt^2/8 v'K v is conserved.
/// For this term the state stores kv = M^-1 K v = 2/dt M^-1 (f(q_half) - f(q_{n+1})). Both forces
/// are evaluated at the time of the middle, so that loads which change over time do not contribute.
/// The state also stores the v to which kv belongs, because velocities may be damped between steps.
class MoreauJean final : public Integrator {
 public:
  struct Options {
    Real theta = 0, safety = 0.5;
    void describe(OptionVisitor& o) {
      o.real("theta", theta)
          .at_least(0)
          .at_most(1)
          .help(
              "0: explicit elasticity; above it A = M + (theta dt)^2 K, which the kernel does not "
              "serve yet");
      o.require(
          theta == 0, "theta",
          "implicit elasticity waits for sparse solvers: set theta to 0, the explicit scheme");
      o.real("safety", safety).above(0).at_most(1).help("explicit step over 2/omega_max");
    }
  };
  explicit MoreauJean(const Options& o) : o_(o) {}
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::impulse, capability::separable, capability::second_order,
                      capability::reversible})
      c.provides(name);
  }

 private:
  Index do_extra_columns() const override { return 2; }  ///< kv, v

  Real do_time_step_limit(const System& system, const StateView&) const override {
    return o_.safety * system.critical_step();
  }

  /// kv of the initial velocities, by a finite difference over a thousandth of an altitude.
  Outcome do_start(System& system, const StateOut& s, Context& context) override {
    const auto [kv, v_of_kv] = columns_of(s);
    std::ranges::copy(s.v, v_of_kv.begin());
    const Outcome first = acceleration(system, s, {}, s.a, context);
    const Real fastest = map(View<Real>(s.v)).lpNorm<Eigen::Infinity>();
    if (!first || fastest == 0) return first;
    const Real little = 1e-3 * context.scales.altitude / fastest;
    half_.resize(s.v.size());
    system.drift(s.q, s.v, little, half_);
    if (Outcome bad = acceleration(system, s, half_, kv, context); !bad) return bad;
    map(kv) = (map(View<Real>(s.a)) - map(View<Real>(kv))) / little;
    return {};
  }

  struct Columns {
    Out<Real> kv, v;
  };
  static Columns columns_of(const StateOut& s) {
    return {s.extra.first(s.v.size()), s.extra.subspan(s.v.size())};
  }

  static Outcome acceleration(System& system, const StateView& s, View<Real> u, Out<Real> a,
                              Context& context) {
    return system.acceleration({.q = s.q, .u = u, .v = s.v, .time = s.time, .fixed = {}}, a,
                               context);
  }

  Outcome do_begin(Index, const StateView& old, const StateView&, System& system,
                   StepProblem*& problem, Context& context) override {
    const Real dt = context.step.dt, middle = old.time + dt / 2;
    for (auto* a : {&half_, &rest_, &carried_, &moved_}) a->resize(old.v.size());
    q_half_.resize(old.q.size());
    system.drift(old.q, old.v, dt / 2, half_);
    system.prescribe(old.q, middle, half_);
    system.move(old.q, half_, q_half_);
    const Out<Real> v =
        problem_.pose(system, nullptr, {.frozen = half_, .base = {}, .time = middle});
    StateView at = old;
    at.time = middle;
    if (Outcome bad = acceleration(system, at, half_, v, context); !bad) return bad;
    a_half_.assign(v.begin(), v.end());
    start_ = system.carry(old.q, q_half_, old.v, carried_);
    // v_free is the velocity at the end of the step without reactions. It is expressed at q_half,
    // as H is: for bodies that rotate, velocities at different configurations must not be added
    // before they are carried to the same one.
    map(v) = map(start_) + dt * map(View<Real>(a_half_));
    system.prescribe_velocity(old.time + dt, v);
    problem = &problem_;
    return {};
  }

  Outcome do_finish(Index, const StateView& old, System& system, const StepResult& result,
                    const StateOut& next, StepReport& report, Context& context) override {
    const Real dt = context.step.dt;
    move_to_end(old, system, result.w, next, dt);
    map(next.v) = map(system.carry(q_half_, next.q, result.w, moved_));
    system.prescribe_velocity(next.time, next.v);
    StateView at = next;
    at.time = old.time + dt / 2;
    if (Outcome bad = acceleration(system, at, {}, next.a, context); !bad) return bad;
    const auto [kv, v_of_kv] = columns_of(next);
    map(kv) = 2 / dt * (map(View<Real>(a_half_)) - map(View<Real>(next.a)));
    std::ranges::copy(next.v, v_of_kv.begin());
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
    report.account = {.kept = true,
                      .contact = contact,
                      .shift_old = energy_shift(system, old, dt),
                      .shift_new = energy_shift(system, next, dt)};
    report.account.force_work = work + report.account.shift_new - report.account.shift_old;
  }

  Real do_energy_shift(const System& system, const StateView& s, Real dt) const override {
    const View<Real> m = system.mass();
    const View<std::uint8_t> prescribed = system.layout().prescribed;
    const View<Real> kv = s.extra.first(s.v.size()), v_of_kv = s.extra.subspan(s.v.size());
    Real sum = 0;
    for (std::size_t i = 0; i < s.v.size(); ++i) {
      if (prescribed[i]) continue;
      // Damping between steps multiplies velocities by factors. Where all factors are equal, kv
      // has the same factor, because K is linear; it is therefore scaled instead of being
      // evaluated again.
      const bool damped = v_of_kv[i] != s.v[i] && v_of_kv[i] != 0;
      sum += m[i] * s.v[i] * (damped ? kv[i] * (s.v[i] / v_of_kv[i]) : kv[i]);
    }
    return -dt * dt / 8 * sum;
  }

  Options o_;
  VelocityProblem problem_;
  std::vector<Real> half_, rest_, carried_, moved_;  ///< [dofs]
  std::vector<Real> q_half_, a_half_;
  View<Real> start_{};  ///< v_n at q_half
};

}  // namespace

TACTUS_PLUGIN(MoreauJean, "moreau_jean",
              "Velocity-impulse stepping after Moreau and Jean, explicit elasticity")
