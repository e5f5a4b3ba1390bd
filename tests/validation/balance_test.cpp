// What energies and momenta are measured by: the mass matrix of the integrator, scales of scenes in which
// nearly nothing moves.
#include <catch2/catch.hpp>
#include <tactus/integrator.hpp>
#include <tactus/velocity_problem.hpp>

#include "tests/support/energy_scenes.hpp"

using namespace tactus;
using tactus::testing::Simulation;

namespace {

/// Half a step of free motion, the forces there on the consistent mass, half a step with what comes out.
/// Its balance of energy is the theorem of work: T_{n+1} - T_n = f . (x_{n+1} - x_n).
class ConsistentMidpoint final : public Integrator {
 public:
  void capabilities(Capabilities& c) const override {
    for (auto name : {capability::impulse, capability::separable, capability::angular_momentum})
      c.provides(name);
  }

 private:
  Mass do_mass() const override { return Mass::consistent; }
  Real do_time_step_limit(const System& system, const StateView&) const override {
    return 0.3 * system.critical_step();
  }
  View<Stage> do_stages() const override { return kVelocityStage; }
  Outcome do_begin(Index, const StateView& old, const StateView&, System& system,
                   StepProblem*& problem, Context& context) override {
    const Real dt = context.step.dt;
    for (auto* a : {&half_, &force_, &gain_}) a->resize(old.v.size());
    map(Out<Real>(half_)) = dt / 2 * map(old.v);
    system.prescribe(old.q, old.time + dt / 2, half_);
    const Out<Real> v =
        problem_.pose(system, nullptr, {.frozen = half_, .base = {}, .time = old.time + dt / 2});
    const ForceQuery at{.label = ForceLabel::a, .q = old.q, .u = half_, .time = old.time + dt / 2};
    if (Outcome bad = system.force(at, force_, context); !bad) return bad;
    for (std::size_t i = 0; i < force_.size(); ++i)
      if (system.layout().prescribed[i]) force_[i] = 0;
    solve(system, context);
    map(v) = map(old.v) + dt * map(View<Real>(gain_));
    system.prescribe_velocity(old.time + dt, v);
    problem = &problem_;
    return {};
  }
  Outcome do_finish(Index, const StateView& old, System& system, const StepResult& result,
                    const StateOut& next, StepReport& report, Context& context) override {
    const Real dt = context.step.dt;
    map(next.v) = map(result.w);
    map(Out<Real>(half_)) += dt / 2 * map(result.w);
    system.prescribe(old.q, next.time, half_);
    system.move(old.q, half_, next.q);
    report.weigh(ForceLabel::a, 1);
    report.account.kept = true;
    report.account.force_work = dt * map(View<Real>(force_)).dot(map(old.v) + map(result.w)) / 2;
    return {};
  }
  /// M gain = force on free degrees of freedom, by conjugate gradients.
  void solve(const System& system, Context& context) {
    using Vector = Eigen::VectorXd;
    const auto n = static_cast<Eigen::Index>(force_.size());
    const View<std::uint8_t> fixed = system.layout().prescribed;
    const auto times = [&](const Vector& x) {
      Vector y(n);
      const auto size = static_cast<std::size_t>(n);
      system.apply_mass(Mass::consistent, {x.data(), size}, {y.data(), size}, context);
      for (Eigen::Index i = 0; i < n; ++i)
        if (fixed[static_cast<std::size_t>(i)]) y[i] = 0;
      return y;
    };
    Vector x = Vector::Zero(n), r = map(View<Real>(force_)), p = r;
    const Real enough = 1e-32 * r.squaredNorm();
    for (int k = 0; k < 400 && r.squaredNorm() > enough; ++k) {
      const Vector Mp = times(p);
      const Real before = r.squaredNorm(), alpha = before / p.dot(Mp);
      x += alpha * p, r -= alpha * Mp;
      p = r + r.squaredNorm() / before * p;
    }
    map(Out<Real>(gain_)) = x;
  }

  VelocityProblem problem_;
  std::vector<Real> half_, force_, gain_;
};

Simulation with_consistent_mass(const std::string& scene) {
  return Simulation(scene, [](core::Configuration& c) {
    c.integrator.object = std::make_unique<ConsistentMidpoint>();
  });
}

}  // namespace

TEST_CASE("the account of energy is that of the mass matrix of the integrator",
          "[validation][energy]") {
  Simulation s = with_consistent_mass(testing::vibrating_square(0.02));
  Real before = s.balance.account().energy(), moved = 0;
  const Real scale = s.balance.account().scale(), kinetic = s.balance.now().kinetic;
  for (int n = 0; n < 100; ++n) {
    s.step();
    const core::Account& account = s.balance.account();
    CHECK(std::abs(account.energy() - before - account.step().sum()) < 1e-12 * scale);
    before = account.energy();
    moved = std::max(moved, std::abs(s.balance.now().kinetic - kinetic));
  }
  CHECK(moved > 0.1 * kinetic);
  CHECK(s.balance.linear_drift() < 1e-12 * s.balance.linear_scale());
  CHECK(s.balance.angular_drift() < 1e-12 * s.balance.angular_scale());
}

TEST_CASE("supports of a body with a consistent mass take what its momentum lacks",
          "[validation][energy]") {
  Simulation s = with_consistent_mass(R"({"bodies": [{"name": "bar", "density": 1000,
    "mesh": {"type": "rectangle", "size": [4, 1], "cells": [8, 2]}, "velocity": [3, 0],
    "material": {"type": "neo_hookean", "young": 1e9, "poisson": 0.3}}],
    "supports": [{"body": "bar", "group": "left"}],
    "integrator": {"type": "newmark"}, "time": {"end": 0.02}})");
  Real before = s.balance.account().energy();
  for (int n = 0; n < 100; ++n) {
    s.step();
    CHECK(std::abs(s.balance.account().energy() - before - s.balance.account().step().sum()) <
          1e-12 * s.balance.account().scale());
    before = s.balance.account().energy();
  }
  CHECK(s.balance.linear_drift() < 1e-12 * s.balance.linear_scale());
}

TEST_CASE("supports take what forces in the middle of a step do not explain",
          "[validation][energy]") {
  Simulation s(R"({"bodies": [{"name": "bar", "density": 1000,
    "mesh": {"type": "rectangle", "size": [4, 1], "cells": [8, 2]}, "velocity": [3, 0],
    "material": {"type": "neo_hookean", "young": 1e9, "poisson": 0.3}}],
    "supports": [{"body": "bar", "group": "left"},
                 {"body": "bar", "group": "right", "velocity": [2, 1], "ramp": 0.01}],
    "loads": [{"type": "gravity", "acceleration": [0, -100]}],
    "integrator": {"type": "moreau_jean"}, "time": {"end": 0.02}})");
  s.run();
  CHECK(s.balance.linear_drift() < 1e-12 * s.balance.linear_scale());
  CHECK(s.balance.account().gains().integration_share < 1e-2);
}

TEST_CASE("a rigid block at rest has an energy and a momentum that rounding is measured by",
          "[validation][energy]") {
  Simulation s(R"({"bodies": [
    {"name": "block", "type": "rigid", "density": 1000, "translate": [0.1, 0], "rotate": 0,
      "mesh": {"type": "rectangle", "size": [1, 0.5], "cells": [1, 1]}},
    {"name": "floor", "type": "obstacle", "translate": [-5.3, -1],
      "mesh": {"type": "rectangle", "size": [10, 1], "cells": [3, 1]}}],
    "loads": [{"type": "gravity", "acceleration": [0, -9.81]}],
    "integrator": {"type": "moreau_jean"},
    "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "node_to_facet"},
      "solver": {"type": "gauss_seidel", "tolerance": 1e-8},
      "laws": [{"between": ["*", "*"], "type": "nonsmooth_force", "friction": 0.5}]},
    "time": {"end": 0.3, "step": 1e-3}})");
  s.run();
  const core::Account& account = s.balance.account();
  REQUIRE(account.kept());
  CHECK(account.gains().contact_share < 1e-3);
  CHECK(account.gains().integration_share < 1e-3);
  CHECK_NOTHROW(account.stop_runaway(300, 0.3));
  // Gravity and floor give 500 kg * 9.81 m/s2 * 0.3 s each, and nothing moves.
  CHECK(s.balance.linear_scale() == Approx(2 * 500 * 9.81 * 0.3).epsilon(1e-6));
  CHECK(s.balance.linear_drift() < 1e-10 * s.balance.linear_scale());
}
