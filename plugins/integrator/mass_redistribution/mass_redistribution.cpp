// The integrator mass_redistribution: central differences for bodies whose contact surfaces have no mass. What
// touches is in equilibrium at the end of each step, so that no node is thrown back, and contact forces are quiet.
#include <algorithm>
#include <tactus/increment_problem.hpp>
#include <tactus/integrator.hpp>
#include <tactus/plugin.hpp>
#include <tactus/statics/massless.hpp>

namespace mass_redistribution {
using namespace tactus;

/// With mass: what moves ahead of the solution is fixed in it. Without: equilibrium, or Kane's explicit step
/// where every node has mass.
class Problem final : public IncrementProblem {
 public:
  void take(System& system, const StateView& old, Real dt, View<std::uint8_t> fixed) {
    const Real end = old.time + dt;
    system_ = &system;
    weights_ = {.mass = fixed.empty() ? 2 / (dt * dt) : 0,
                .force = fixed.empty() ? 0. : 1.,
                .kind = Mass::lumped,
                .at = {.q = old.q, .u = {}, .v = {}, .time = end, .fixed = fixed},
                .contact = {.frozen = {}, .base = {}, .time = end}};
    predictor_ = pose(system, weights_);
  }
  Out<Real> increments() { return predictor_; }
  Structure structure() const override { return Structure::sparse; }
  Outcome tangent(View<Real> u, const LinearOperator*& result, Context& context) override {
    if (weights_.force != 0) return IncrementProblem::tangent(u, result, context);
    if (!of_mass_) of_mass_ = system_->new_tangent();
    result = of_mass_.get();
    return system_->tangent(
        {.q = weights_.at.q, .u = u, .v = {}, .time = weights_.at.time, .fixed = {}}, weights_.kind,
        weights_.mass, 0, *of_mass_, context);
  }

 private:
  System* system_ = nullptr;
  Weights weights_;
  Out<Real> predictor_;
  std::unique_ptr<LinearOperator> of_mass_;
};

/// Nodes i have mass, nodes b have none. With F = f_ext - f_int, forces of contact f_b on b alone, and c_i the sum of
/// those whose mass node i carries,
///   u_i     = dt v_i + dt^2/2 a_i,  F_b(x_n + u) + f_b = 0,  g >= 0,  f_b the force of the gaps g
///   a_i     = (F_i - c_i)/M_i                      the acceleration without contact
///   v_{n+1} = v_n + dt/2 (a_n + a_{n+1}) + dt c_{n+1}/M
/// so that linear momentum changes by dt f_b of each step. Central differences of M x'' = F_i have the velocity
/// v - dt/2 c/M, with which the account of energy is kept:
///   shift = -dt/2 (v + dt/2 a).c - dt^2/8 a'Ma.
class MassRedistribution final : public Integrator {
 public:
  struct Options {
    Real safety = 0.5;
    void describe(OptionVisitor& o) {
      o.real("safety", safety).above(0).at_most(1).help("step over the largest stable one");
    }
  };
  explicit MassRedistribution(const Options& o) : o_(o) {}

  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::increment, capability::potential, capability::problem_tangent,
                      capability::assembled, capability::symmetric, capability::second_order,
                      capability::reversible, capability::massless_nodes})
      c.provides(name);
    c.needs(capability::tangent);
  }

 private:
  View<Stage> do_stages() const override { return kIncrementStage; }
  /// c of nodes with mass, f of those without.
  Index do_extra_columns() const override { return 1; }

  /// Nodes without mass count as held, which makes the bodies stiffer than they are.
  Real do_time_step_limit(const System& system, const StateView&) const override {
    return o_.safety * system.critical_step();
  }

  Outcome do_start(System& system, const StateOut& state, Context& context) override {
    find_carriers(system, state.q);
    return accelerate({.q = state.q, .u = {}, .v = state.v, .time = state.time, .fixed = {}},
                      system, state, context);
  }

  Outcome do_begin(Index, const StateView& old, const StateView&, System& system,
                   StepProblem*& problem, Context& context) override {
    if (carrier_.empty()) find_carriers(system, old.q);  // a run that goes on
    const Real dt = context.step.dt;
    problem_.take(system, old, dt, none_ ? View<std::uint8_t>() : View<std::uint8_t>(fixed_));
    const Out<Real> u = problem_.increments();
    map(u) =
        dt * map(old.v) + dt * dt / 2 * map(old.a);  // without mass: a guess, as they moved before
    problem_.prescribe();
    problem = &problem_;
    return {};
  }

  Outcome do_finish(Index, const StateView& old, System& system, const StepResult& result,
                    const StateOut& next, StepReport& report, Context& context) override {
    const Real dt = context.step.dt;
    system.move(old.q, result.w, next.q);
    const ForceQuery at{
        .label = ForceLabel::end, .q = next.q, .u = {}, .v = old.v, .time = next.time, .fixed = {}};
    if (Outcome bad = accelerate(at, system, next, context); !bad)
      return bad;  // an inverted element
    report.weigh(ForceLabel::start, 0.5);
    report.weigh(ForceLabel::end, 0.5);
    const View<Real> m = system.mass(), inverse = system.inverse_mass();
    EnergyAccount& account = report.account;
    account.kept = true;
    account.gain_limit = 2e-3;  // a surface that leaves has been pressed for a part of the step
    map(next.v) = map(old.v) + dt / 2 * (map(old.a) + map(next.a));
    for (std::size_t i = 0; i < m.size(); ++i) {
      const Real P = result.contact_impulse[i], u = result.w[i];
      if (carrier_[i] == kNone) {
        // Kane's rule for what contact pushes that has mass, (3.17).
        next.v[i] += P * inverse[i];
        report.contact_work += P * u / dt;
        account.contact += P * u / dt + dt / 4 * P * (next.a[i] - old.a[i]);
        if (inverse[i] != 0)
          account.force_work +=
              u / 2 * (m[i] * (old.a[i] + next.a[i]) + old.extra[i] + next.extra[i]);
      } else {
        const Real work = u / 2 * (old.extra[i] + next.extra[i]);  // of the forces at both ends
        report.contact_work += work;
        account.contact += work;
        account.force_work -= work;
      }
    }
    for (std::size_t i = 0; i < m.size(); ++i) {
      if (carrier_[i] == kNone) continue;
      const auto to = static_cast<std::size_t>(carrier_[i]);
      next.v[to] += result.contact_impulse[i] * inverse[to];
      next.v[i] = result.w[i] / dt;
    }
    account.shift_old = do_energy_shift(system, old, dt);
    account.shift_new = do_energy_shift(system, next, dt);
    system.prescribe_velocity(next.time, next.v);
    return {};
  }

  Real do_energy_shift(const System& system, const StateView& s, Real dt) const override {
    const View<Real> m = system.mass(), inverse = system.inverse_mass();
    Real shift = 0;
    for (std::size_t i = 0; i < m.size(); ++i)
      if (inverse[i] != 0)
        shift -=
            dt / 2 * (s.v[i] + dt / 2 * s.a[i]) * s.extra[i] + dt * dt / 8 * m[i] * s.a[i] * s.a[i];
    return shift;
  }

  /// Writes the accelerations without contact, and the forces of contact that nodes without mass show by not
  /// being in equilibrium without it.
  Outcome accelerate(const ForceQuery& at, System& system, const StateOut& state,
                     Context& context) {
    if (Outcome bad = system.force(at, state.a, context); !bad) return bad;
    std::fill(state.extra.begin(), state.extra.end(), Real{0});
    for (std::size_t i = 0; i < carrier_.size(); ++i) {
      if (carrier_[i] == kNone) continue;
      state.extra[i] = -state.a[i];
      state.extra[static_cast<std::size_t>(carrier_[i])] -= state.a[i];
    }
    const View<Real> inverse = system.inverse_mass();
    for (std::size_t i = 0; i < carrier_.size(); ++i)
      state.a[i] = (state.a[i] - (carrier_[i] == kNone ? state.extra[i] : 0)) * inverse[i];
    return {};
  }

  /// Of each free degree of freedom without mass the nearest node with mass of an element with its node.
  void find_carriers(System& system, View<Real> q) {
    const Layout& layout = system.layout();
    const View<Real> m = system.mass(), inverse = system.inverse_mass();
    carrier_.assign(m.size(), kNone);
    fixed_.assign(m.size(), 1);
    none_ = true;
    const auto dim = static_cast<std::size_t>(layout.dim);
    const std::unique_ptr<LinearOperator> tangent = system.new_tangent();
    const SparseView* beside = tangent ? tangent->sparse() : nullptr;
    for (std::size_t i = 0; i < m.size(); ++i) {
      if (m[i] > 0 || layout.prescribed[i] || !beside) continue;
      fixed_[i] = 0;
      none_ = false;
      const std::size_t node = i / dim;
      Real least = kUnlimited;
      for (Index k = beside->start[node]; k < beside->start[node + 1]; ++k) {
        const auto other = static_cast<std::size_t>(beside->column[static_cast<std::size_t>(k)]);
        if (m[dim * other] == 0 || inverse[dim * other + i % dim] == 0) continue;
        Real square = 0;
        for (std::size_t d = 0; d < dim; ++d) {
          const Real apart = q[dim * node + d] - q[dim * other + d];
          square += apart * apart;
        }
        if (square >= least) continue;
        least = square;
        carrier_[i] = static_cast<Index>(dim * other + i % dim);
      }
    }
  }

  Options o_;
  Problem problem_;
  std::vector<Index> carrier_;       ///< [dofs] kNone: it has mass, or is prescribed
  std::vector<std::uint8_t> fixed_;  ///< [dofs] 0: without mass, and free
  bool none_ = true;                 ///< no node is without mass
};

}  // namespace mass_redistribution

TACTUS_PLUGIN(mass_redistribution::MassRedistribution, "mass_redistribution",
              "explicit steps of bodies whose contact surfaces have no mass: quiet contact forces")
