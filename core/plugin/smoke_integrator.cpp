#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/plugin/smoke.hpp"
#include "core/support/executor.hpp"
#include "tactus/integrator.hpp"

namespace tactus::core {
namespace {

constexpr Real kStep = 0.125, kGravity = -8;

/// Two particles in the plane, of 2 and 3 kg, under a constant force: every integrator has its exact
/// motion without force, and those of second order with it.
class Particles final : public System {
 public:
  Particles() {
    layout_.dim = 2, layout_.coordinates = layout_.dofs = 4;
    layout_.block_start = block_start_, layout_.bodies = bodies_, layout_.prescribed = free_;
    for (std::size_t i = 0; i < 4; ++i) inverse_[i] = 1 / mass_[i];
  }
  Real gravity = 0;  ///< m/s^2, along y

  const Layout& layout() const override { return layout_; }
  void move(View<Real> q, View<Real> u, Out<Real> out) const override {
    map(out) = map(q) + map(u);
  }
  View<Real> mass() const override { return mass_; }
  View<Real> inverse_mass() const override { return inverse_; }
  bool has_massless() const override { return false; }
  void apply_mass(Mass, View<Real> x, Out<Real> y, Context&) const override {
    map(y) = map(View<Real>(mass_)).cwiseProduct(map(x));
  }
  Outcome force(const ForceQuery&, Out<Real> force, Context&) override {
    for (std::size_t i = 0; i < 4; ++i) force[i] = i % 2 ? mass_[i] * gravity : 0;
    return {};
  }
  Outcome potential(const ForceQuery& query, Real& energy, Context&) override {
    energy = 0;
    for (std::size_t i = 1; i < 4; i += 2) {
      const Real u = query.u.empty() ? 0 : query.fraction * query.u[i];
      energy -= mass_[i] * gravity * (query.q[i] + u);
    }
    return {};
  }
  Outcome tangent(const ForceQuery&, Mass, Real mass_weight, Real, int,
                  const LinearOperator*& result, Context&) override {
    map(Out<Real>(diagonal_)) = mass_weight * map(View<Real>(mass_));
    result = &operator_;
    return {};
  }
  void prescribe(View<Real>, Real, Out<Real>) const override {}
  void prescribe_velocity(Real, Out<Real>) const override {}
  Real critical_step() const override { return 1; }

 private:
  std::vector<Real> mass_{2, 2, 3, 3}, inverse_{0, 0, 0, 0}, diagonal_{0, 0, 0, 0};
  std::vector<std::uint8_t> free_{0, 0, 0, 0};
  std::vector<Index> block_start_{0, 2, 4};
  std::vector<Body> bodies_{{BodyType::particle, {0, 2}, {0, 2}, {}, false},
                            {BodyType::particle, {2, 4}, {2, 4}, {}, false}};
  Layout layout_;
  DiagonalOperator operator_{diagonal_};
};

struct State {
  Real time = 0;
  std::vector<Real> q{0, 1, 5, -1}, v{1, 0.5, -2, 0.25}, a{0, 0, 0, 0}, extra{};
  StateOut out() { return {time, q, v, a, extra}; }
  bool operator==(const State&) const = default;
};

/// One particle system with an integrator, stepped without contact.
class Flight {
 public:
  explicit Flight(const MakeComponent& make, Real gravity = 0)
      : component_(make()), integrator_(dynamic_cast<Integrator&>(*component_)) {
    system_.gravity = gravity;
    old_.extra.assign(static_cast<std::size_t>(4 * integrator_.extra_columns()), 0);
    runtime_.context().step.dt = kStep;
    expect(integrator_.start(system_, old_.out(), runtime_.context()));
    next_ = old_;
  }
  const State& state() const { return old_; }
  bool has_inertia = true;  ///< false: a static problem, which forgets velocity

  void step() {
    next_.time = old_.time + kStep;
    for (Index stage = 0; stage < integrator_.stages(); ++stage) {
      StepProblem& problem = begin(stage);
      const std::vector<Real> w = solve(problem), none(4, 0);
      const std::vector<Index> group(4, kNone);
      StepReport report;
      StepResult result{.w = w, .contact_impulse = none, .group = group};
      const State before = old_;
      expect(integrator_.finish(stage, old_.out(), system_, result, next_.out(), report,
                                runtime_.context()));
      if (!(old_ == before)) throw Error("finish() wrote the old state");
    }
    integrator_.accept();
    std::swap(old_, next_);
    runtime_.context().step.step += 1, runtime_.context().step.time = old_.time;
  }

  /// Begins the step, rejects it, begins again: the same problem must come out.
  Finding rejected_step_leaves_no_trace() {
    next_.time = old_.time + kStep;
    const std::vector<Real> first = predictor(begin(0));
    const State before = old_;
    integrator_.reject();
    runtime_.context().step.attempt += 1;
    const std::vector<Real> second = predictor(begin(0));
    if (!(old_ == before)) return broken("begin() wrote the old state");
    return first == second ? kept("bit for bit") : broken("the second attempt starts elsewhere");
  }

 private:
  static void expect(const Outcome& outcome) {
    if (!outcome) throw Error("it failed: " + outcome.message);
  }
  static std::vector<Real> predictor(const StepProblem& problem) {
    return {problem.predictor().begin(), problem.predictor().end()};
  }
  StepProblem& begin(Index stage) {
    StepProblem* problem = nullptr;
    expect(integrator_.begin(stage, old_.out(), next_.out(), system_, problem, runtime_.context()));
    if (problem->predictor().size() != 4 || problem->fixed().size() != 4)
      throw Error("the problem has not one number a degree of freedom");
    return *problem;
  }
  /// One Newton step solves it: forces are constant, so the residual is linear.
  std::vector<Real> solve(StepProblem& problem) {
    std::vector<Real> w = predictor(problem), r(4), shifted = w, r_shifted(4);
    expect(problem.residual(w, r, runtime_.context()));
    for (Real& x : shifted) x += 1;
    expect(problem.residual(shifted, r_shifted, runtime_.context()));
    for (std::size_t i = 0; i < 4; ++i) {
      const Real slope = r_shifted[i] - r[i];
      has_inertia = has_inertia && slope > 0;
      if (slope != 0) w[i] -= r[i] / slope;
    }
    return w;
  }

  std::unique_ptr<Component> component_;
  Integrator& integrator_;
  Particles system_;
  Runtime runtime_;
  State old_, next_;
};

/// Ten steps without force: q = q_0 + t v_0 and v = v_0, up to rounding.
Finding free_flight(Flight& flight) {
  const State start = flight.state();
  for (int k = 0; k < 10; ++k) flight.step();
  const State& end = flight.state();
  Real worst = 0;
  for (std::size_t i = 0; i < 4; ++i)
    worst = std::max({worst, std::abs(end.q[i] - start.q[i] - 10 * kStep * start.v[i]),
                      std::abs(end.v[i] - start.v[i])});
  return within(worst, 1e-13);
}

/// Under a constant force momentum grows by force times time, whatever the order of the rule.
Finding momentum_of_a_constant_force(Flight& flight) {
  const State start = flight.state();
  for (int k = 0; k < 10; ++k) flight.step();
  Real worst = 0;
  for (std::size_t i = 1; i < 4; i += 2)
    worst = std::max(worst, std::abs(flight.state().v[i] - start.v[i] - 10 * kStep * kGravity));
  return within(worst, 1e-12);
}

}  // namespace

void smoke_integrator(const MakeComponent& make, conformance::Check& verdicts) {
  const bool stands = verdicts.promise("poses and finishes a step of two free particles", [&] {
    Flight(make).step();
    return kept();
  });
  if (!stands) return;
  verdicts.promise("a rejected step leaves no trace",
                   [&] { return Flight(make).rejected_step_leaves_no_trace(); });
  Flight first(make);
  first.step();
  if (!first.has_inertia) {
    verdicts.skip("free flight", "the problem has no inertia");
    return;
  }
  verdicts.promise("free flight: q = q_0 + t v_0", [&] {
    Flight flight(make);
    return free_flight(flight);
  });
  verdicts.promise("a constant force changes momentum by force times time", [&] {
    Flight flight(make, kGravity);
    return momentum_of_a_constant_force(flight);
  });
}

}  // namespace tactus::core
