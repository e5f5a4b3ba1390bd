// Moreau's scheme on its own: free motion, an account of energy that closes, what it refuses.
#include <catch2/catch.hpp>
#include <tactus/conformance/integrator.hpp>

#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::make_component;

namespace {

Make<Integrator> scheme() {
  return [] { return make_component<Integrator>("moreau_jean"); };
}

}  // namespace

TEST_CASE("moreau_jean keeps every promise of an integrator", "[integrator][moreau_jean]") {
  check_integrator(scheme());
}

TEST_CASE("moreau_jean refuses implicit elasticity in a sentence", "[integrator][moreau_jean]") {
  CHECK_THROWS_WITH(make_component<Integrator>("moreau_jean", {{"theta", 0.5}}),
                    Catch::Contains("theta") && Catch::Contains("explicit"));
}

TEST_CASE("without contact moreau_jean conserves T + U - dt^2/8 v'Kv of a spring to rounding",
          "[integrator][moreau_jean]") {
  constexpr Real k = 4, m = 2, dt = 0.7;  // omega dt = 0.99
  MassSystem system(
      {m}, [](View<Real> q, Out<Real> f) { f[0] = -k * q[0]; }, 1,
      [](View<Real> q) { return k * q[0] * q[0] / 2; });
  Flight flight(scheme(), system, {1}, {0.5});
  const auto energy = [&] {
    const Real q = flight.state().q[0], v = flight.state().v[0];
    const Real shift = flight.integrator().energy_shift(system, flight.state().out(), dt);
    CHECK(shift == Approx(-dt * dt / 8 * k * v * v).margin(1e-9));
    return m * v * v / 2 + k * q * q / 2 + shift;
  };
  const Real before = energy();
  for (int n = 0; n < 1000; ++n) flight.step(dt);
  CHECK(energy() == Approx(before).epsilon(1e-9));  // kv of the start is a difference
}

TEST_CASE("moreau_jean asks for contact in the middle of a step", "[integrator][moreau_jean]") {
  MassSystem system({1});
  Flight flight(scheme(), system, {1}, {0.5});
  const StepProblem& problem = flight.begin(0, 0.25);
  CHECK(problem.unknown() == Unknown::velocity);
  CHECK(problem.contact().frozen[0] == 0.0625);
  CHECK(problem.contact().time == 0.125);
}
