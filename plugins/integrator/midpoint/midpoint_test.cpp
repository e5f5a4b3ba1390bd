// The promises of an integrator, with both masses.
#include <tactus/conformance/doubles.hpp>
#include <tactus/conformance/integrator.hpp>

#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::make_component;

TEST_CASE("midpoint keeps every promise of an integrator", "[integrator][midpoint]") {
  const std::string mass = GENERATE("consistent", "lumped");
  CAPTURE(mass);
  check_integrator([&] { return make_component<Integrator>("midpoint", {{"mass", mass}}); });
}

TEST_CASE("midpoint evaluates contact in the middle of the step", "[midpoint]") {
  MassSystem system({2, 3});
  SerialContext context;
  context.context().step.dt = 0.5;
  const auto integrator = make_component<Integrator>("midpoint", {});
  std::vector<Real> q{0, 1}, v{4, -2}, a(2);
  StepProblem* problem = nullptr;
  const StateOut state{1, q, v, a, {}};
  REQUIRE(integrator->begin(0, state, state, system, problem, context.context()));
  CHECK(problem->contact().fraction == 0.5);
  CHECK(problem->contact().time == 1.25);
  CHECK(problem->predictor()[0] == 2);
  CHECK(problem->predictor()[1] == -1);
}
