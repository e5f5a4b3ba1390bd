// Runs with laws that are not Coulomb's, against closed forms: a block on an interface with a shear strength,
// and one on a film.
#include <catch2/catch.hpp>

#include "scene.hpp"

using namespace tactus;
using namespace tactus::friction;
using tactus::testing::Simulation;

namespace {

constexpr Real kGravity = 9.81;

/// A rigid block, 1 m long and 500 kg, on the ground: two contacts that stand for 1 m2 together.
/// @param pull  N, along the ground
Simulation pulled(const std::string& law, const std::string& solver, Real pull, Real speed,
                  Real step, Real end) {
  const RigidBlock block{.speed = speed};
  return Simulation(fmt::format(
      R"({{"bodies": [{}, {}],
    "loads": [{{"type": "gravity", "acceleration": [{:.17g}, {:.17g}]}}],
    "integrator": {{"type": "moreau_jean"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_to_facet"}},
      "solver": {}, "laws": [{{"between": ["*", "*"], {}}}]}},
    "time": {{"end": {:.17g}, "step": {:.17g}}}}})",
      block.text(), kGround, pull / block.mass(), -kGravity, solver, law, end, step));
}

std::string named(const std::string& solver) {
  if (solver == "hybrid")
    return R"({"type": "hybrid", "solvers": [{"type": "gauss_seidel", "tolerance": 1e-11}]})";
  return fmt::format(R"({{"type": "{}", "tolerance": 1e-11}})", solver);
}

}  // namespace

TEST_CASE(
    "a block rests while it is pulled with less than the shear strength of its interface, and then "
    "goes with what is more",
    "[friction][tresca]") {
  const std::string solver =
      GENERATE(as<std::string>(), "gauss_seidel", "projected_newton", "interior_point");
  CAPTURE(solver);
  const Real strength = 1000, mass = 500, area = 1, end = 0.1;
  const auto run = [&](Real pull) {
    Simulation s = pulled(fmt::format(R"("type": "tresca", "limit": {})", strength), named(solver),
                          pull, 0, 1e-3, end);
    s.run([](Simulation& now) {
      CHECK(now.stepper.facts().solver.status == SolveStatus::converged);
    });
    return speed(s, 0, 0);
  };
  CHECK(std::abs(run(999)) < 1e-12);
  CHECK(run(1500) == Approx((1500 - strength * area) / mass * end).epsilon(1e-6));
  CHECK(run(4000) == Approx((4000 - strength * area) / mass * end).epsilon(1e-6));
}

TEST_CASE("a block on a film loses its speed exponentially", "[friction][viscous]") {
  const std::string solver =
      GENERATE(as<std::string>(), "gauss_seidel", "interior_point", "hybrid");
  CAPTURE(solver);
  const Real drag = 2000, mass = 500, start = 2, end = 0.25, rate = drag / mass;
  const auto run = [&](Real step) {
    Simulation s = pulled(fmt::format(R"("type": "viscous", "drag": {})", drag), named(solver), 0,
                          start, step, end);
    s.run();
    return speed(s, 0, 0);
  };
  // Each step is implicit: (1 + c A dt/m) v = v before. The contacts are there from the first step on.
  for (const Real step : {2.5e-3, 1.25e-3})
    CHECK(run(step) == Approx(start * std::pow(1 + rate * step, -end / step)).epsilon(1e-6));
  const Real exact = start * std::exp(-rate * end);
  CHECK((run(2.5e-3) - exact) / (run(1.25e-3) - exact) == Approx(2).epsilon(0.01));
}

TEST_CASE("Newton's method for all contacts refuses a law without a linearisation by its name",
          "[friction][viscous]") {
  CHECK_THROWS_WITH(
      pulled(R"("type": "viscous", "drag": 1)", named("projected_newton"), 0, 1, 1e-3, 1e-3),
      Catch::Contains("needs a linearisation of the law") && Catch::Contains("\"viscous\""));
}
