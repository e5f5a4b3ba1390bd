// The sparse factorisation that the kernel lends to plugins.
#include "core/model/linear_solvers.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "tests/implicit/scenes.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

/// mass * M + stiffness * K of a beam that is fixed on its left, or of one that nothing holds.
struct Matrix {
  explicit Matrix(Real mass, Real stiffness, bool held = true)
      : simulation(Vibrating{.support = held ? R"({"body": "beam", "group": "left"})"
                                             : R"({"body": "beam", "group": "left", "fix": ["x"]})"}
                       .scene()),
        linear(simulation.model), solver(linear.make(LinearMethod::definite)) {
    fill(mass, stiffness);
  }
  void fill(Real mass, Real stiffness) {
    const ForceQuery at{.q = simulation.stepper.state().q};
    if (!tangent) tangent = simulation.system.new_tangent();
    REQUIRE(simulation.system.tangent(at, Mass::lumped, mass, stiffness, *tangent,
                                      simulation.context()));
  }
  Simulation simulation;
  core::KernelSolvers linear;
  std::unique_ptr<LinearSolver> solver;
  std::unique_ptr<LinearOperator> tangent;
};

}  // namespace

TEST_CASE("a definite matrix is solved with to rounding, for several right-hand sides",
          "[implicit][linear]") {
  Matrix a(2e4, 1);
  for (const Real stiffness : {1., 0.5}) {  // the second one reuses what is known of the pattern
    a.fill(2e4, stiffness);
    REQUIRE(a.solver->prepare(*a.tangent, a.simulation.context()));
    const auto n = static_cast<std::size_t>(a.tangent->size());
    std::vector<Real> expected(2 * n), b(2 * n), x(2 * n);
    for (std::size_t i = 0; i < expected.size(); ++i)
      expected[i] = std::sin(static_cast<Real>(i) + 1);
    for (const std::size_t at : {std::size_t{0}, n})
      a.tangent->apply(View<Real>(expected).subspan(at, n), Out<Real>(b).subspan(at, n),
                       a.simulation.context());
    REQUIRE(a.solver->solve(b, x, 2, a.simulation.context()));
    for (std::size_t i = 0; i < x.size(); ++i) CHECK(std::abs(x[i] - expected[i]) <= 1e-12);
  }
}

TEST_CASE("a matrix that is not positive definite is refused with degree of freedom, node and body",
          "[implicit][linear]") {
  Matrix a(1, -1);
  const Outcome outcome = a.solver->prepare(*a.tangent, a.simulation.context());
  CHECK_FALSE(outcome);
  CHECK(outcome.cause == Cause::indefinite);
  CHECK(outcome.where.item == Item::dof);
  CHECK_THAT(outcome.message,
             Catch::Contains("not positive definite") &&
                 Catch::Contains("degree of freedom " + std::to_string(outcome.where.index)) &&
                 Catch::Contains("of body \"beam\""));
  const auto dof = static_cast<std::size_t>(outcome.where.index);
  CHECK_FALSE(a.simulation.model.layout().prescribed[dof]);
}

TEST_CASE("the stiffness of a body that can slide is called singular", "[implicit][linear]") {
  Matrix a(0, 1, false);
  const Outcome outcome = a.solver->prepare(*a.tangent, a.simulation.context());
  CHECK(outcome.cause == Cause::indefinite);
  CHECK_THAT(outcome.message, Catch::Contains("pivot") && Catch::Contains("of body \"beam\""));
}

TEST_CASE("the kernel says which linear solvers it has", "[implicit][linear]") {
  Matrix a(1, 1);
  CHECK_NOTHROW(a.linear.make(LinearMethod::automatic));
  CHECK_THROWS_WITH(a.linear.make(LinearMethod::general), Catch::Contains("\"definite\" alone"));
  CHECK_THROWS_WITH(a.linear.make(LinearMethod::iterative), Catch::Contains("\"iterative\""));
  CHECK_THROWS_WITH(a.linear.assembler(), Catch::Contains("assembler"));
}
