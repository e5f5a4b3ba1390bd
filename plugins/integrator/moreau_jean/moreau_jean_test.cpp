// Moreau's scheme on its own: free motion, an account of energy that closes, what it refuses.
#include <catch2/catch.hpp>
#include <tactus/conformance/doubles.hpp>
#include <tactus/conformance/integrator.hpp>
#include <tactus/conformance/serial_context.hpp>
#include <tactus/step_problem.hpp>

#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::make_component;

namespace {

Make<Integrator> scheme() {
  return [] { return make_component<Integrator>("moreau_jean"); };
}

/// One mass on a spring (or none) without contact: what is posed is its own solution.
class OneMass {
 public:
  OneMass(Real mass, Real stiffness, Real q, Real v)
      : system_(
            {mass}, [stiffness](View<Real> x, Out<Real> f) { f[0] = -stiffness * x[0]; }, 1,
            [stiffness](View<Real> x) { return stiffness * x[0] * x[0] / 2; }),
        scheme_(make_component<Integrator>("moreau_jean")), q_{q}, v_{v} {
    REQUIRE(scheme_->extra_columns() == 3);
    REQUIRE(scheme_->start(system_, old(), context_.context()));
  }
  StepProblem& begin(Real dt) {
    context_.context().step.dt = dt;
    StepProblem* problem = nullptr;
    REQUIRE(scheme_->begin(0, old(), next(), system_, problem, context_.context()));
    return *problem;
  }
  void step(Real dt) {
    const View<Real> w = begin(dt).predictor();
    const std::vector<Real> none(1, 0);
    StepReport report;
    next_time_ = time_ + dt;
    REQUIRE(scheme_->finish(0, old(), system_, {.w = w, .contact_impulse = none}, next(), report,
                            context_.context()));
    std::swap(q_, next_q_), std::swap(v_, next_v_), std::swap(extra_, next_extra_);
    time_ = next_time_;
  }
  Real shift(Real dt) { return scheme_->energy_shift(system_, old(), dt); }
  Real q() const { return q_[0]; }
  Real v() const { return v_[0]; }

 private:
  StateOut old() { return {time_, q_, v_, a_, extra_}; }
  StateOut next() { return {next_time_, next_q_, next_v_, a_, next_extra_}; }
  SerialContext context_;
  MassSystem system_;
  std::unique_ptr<Integrator> scheme_;
  Real time_ = 0, next_time_ = 0;
  std::vector<Real> q_, v_, a_{0}, extra_{0, 0, 0}, next_q_{0}, next_v_{0}, next_extra_{0, 0, 0};
};

}  // namespace

TEST_CASE("moreau_jean keeps every promise of an integrator", "[integrator][moreau_jean]") {
  check_integrator(scheme());
}

TEST_CASE("moreau_jean that projects positions keeps every promise of an integrator",
          "[integrator][moreau_jean]") {
  check_integrator([] {
    return make_component<Integrator>("moreau_jean", {{"drift", std::string("project")}});
  });
}

TEST_CASE("moreau_jean with implicit elasticity keeps every promise of an integrator",
          "[integrator][moreau_jean]") {
  const Real theta = GENERATE(0.5, 0.7, 1.);
  const std::string mass = GENERATE("lumped", "consistent");
  const std::string drift = GENERATE("none", "project");
  CAPTURE(theta, mass, drift);
  check_integrator([&] {
    return make_component<Integrator>("moreau_jean",
                                      {{"theta", theta}, {"mass", mass}, {"drift", drift}});
  });
}

TEST_CASE("moreau_jean refuses a theta below 1/2 in a sentence", "[integrator][moreau_jean]") {
  CHECK_THROWS_WITH(make_component<Integrator>("moreau_jean", {{"theta", 0.25}}),
                    Catch::Contains("theta") && Catch::Contains("below a limit"));
}

TEST_CASE("without contact moreau_jean conserves T + U - dt^2/8 v'Kv of a spring to rounding",
          "[integrator][moreau_jean]") {
  constexpr Real k = 4, m = 2, dt = 0.7;  // omega dt = 0.99
  OneMass mass(m, k, 1, 0.5);
  const auto energy = [&] {
    CHECK(mass.shift(dt) == Approx(-dt * dt / 8 * k * mass.v() * mass.v()).margin(1e-9));
    return m * mass.v() * mass.v() / 2 + k * mass.q() * mass.q() / 2 + mass.shift(dt);
  };
  const Real before = energy();
  for (int n = 0; n < 1000; ++n) mass.step(dt);
  CHECK(energy() == Approx(before).epsilon(1e-9));  // kv of the start is a difference
}

TEST_CASE("moreau_jean asks for contact in the middle of a step", "[integrator][moreau_jean]") {
  OneMass mass(1, 0, 1, 0.5);
  const StepProblem& problem = mass.begin(0.25);
  CHECK(problem.unknown() == Unknown::velocity);
  CHECK(problem.contact().frozen[0] == 0.0625);
  CHECK(problem.contact().time == 0.125);
}
