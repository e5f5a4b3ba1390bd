// The promises of an integrator, and equilibrium of springs.
#include <tactus/conformance/claims.hpp>
#include <tactus/conformance/doubles.hpp>
#include <tactus/conformance/integrator.hpp>
#include <tactus/statics/capabilities.hpp>

#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::make_component;

TEST_CASE("quasi_static keeps every promise of an integrator", "[integrator][quasi_static]") {
  check_integrator([] { return make_component<Integrator>("quasi_static"); });
}

TEST_CASE("quasi_static poses the equilibrium of the end of the step", "[quasi_static]") {
  // A spring of 4 N/m that a load of 8 N stretches.
  MassSystem system(
      {2}, [](View<Real> q, Out<Real> f) { f[0] = 8 - 4 * q[0]; }, 1,
      [](View<Real> q) { return 2 * q[0] * q[0] - 8 * q[0]; });
  SerialContext context;
  context.context().step.dt = 0.5;
  const auto integrator = make_component<Integrator>("quasi_static");
  CHECK(conformance::Claims(*integrator).has(capability::statics));
  std::vector<Real> q{0.25}, v{3}, a{7};
  const StateOut state{1, q, v, a, {}};
  REQUIRE(integrator->start(system, state, context.context()));
  CHECK(v[0] == 0);  // nothing has inertia
  StepProblem* problem = nullptr;
  REQUIRE(integrator->begin(0, state, state, system, problem, context.context()));
  CHECK(problem->contact().fraction == 1);
  CHECK(problem->contact().time == 1.5);
  std::vector<Real> r(1);
  REQUIRE(problem->residual(std::vector<Real>{0.5}, r, context.context()));
  CHECK(r[0] == Approx(4 * 0.75 - 8));
  REQUIRE(problem->residual(std::vector<Real>{1.75}, r, context.context()));
  CHECK(r[0] == Approx(0).margin(1e-14));
}
