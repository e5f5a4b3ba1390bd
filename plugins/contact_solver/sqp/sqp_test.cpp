// sqp beside the promises of every contact solver, which are about linear problems: a step that is not
// linear, against its solution in closed form, and what is said where there is none.
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/springs_step.hpp"

using namespace tactus;
using namespace tactus::testing;
using namespace tactus::conformance;

namespace {

using Solved = SpringsSolved;

auto sqp_solver(OptionValues options = {}) {
  return make_component<ContactSolver>("sqp", std::move(options));
}

Solved solve(StepProblem& problem, std::vector<RowFunction> rows, OptionValues options = {}) {
  return solve_springs("sqp", problem, std::move(rows), std::move(options));
}

}  // namespace

TEST_CASE("sqp keeps every promise of a contact solver", "[contact_solver][sqp]") {
  check_contact_solver([] { return sqp_solver(); });
}

TEST_CASE("a mass on a hardening spring is stopped at a wall by the force that is missing",
          "[sqp]") {
  const bool has_potential = GENERATE(true, false);
  CAPTURE(has_potential);
  Springs problem({-3, 2}, 5, 4, has_potential);
  const Solved s = solve(problem, {linear_row({0}, {1}, 0.1, 1e-9)});
  REQUIRE(s.outcome);
  const Real w = -0.1 + 1e-9;
  CHECK(s.w[0] == Approx(w).margin(1e-10));
  REQUIRE(s.multiplier.size() == 1);
  CHECK(s.multiplier[0] == Approx(w + 3 + 5 * (w + 4 * w * w * w)).epsilon(1e-9));
  CHECK(s.force[0] == s.multiplier[0]);
  CHECK(s.force[1] == 0);
  // The other mass: w - 2 + 5 (w + 4 w^3) = 0
  CHECK(std::abs(6 * s.w[1] - 2 + 20 * std::pow(s.w[1], 3)) <= 1e-11);
}

TEST_CASE("a step without overlap is that of Newton's method, without rows and forces", "[sqp]") {
  Springs problem({-3, 2}, 5, 4, true);
  const Solved s = solve(problem, {linear_row({0}, {1}, 10, 1e-9)});
  REQUIRE(s.outcome);
  CHECK(s.multiplier.empty());
  CHECK(s.group.empty());
  CHECK(s.report.iterations == 0);
  CHECK(std::abs(6 * s.w[0] + 3 + 20 * std::pow(s.w[0], 3)) <= 1e-11);
}

TEST_CASE("two masses that meet push each other with one force", "[sqp]") {
  Springs problem({1, -1}, 2, 1, true);
  const Solved s = solve(problem, {linear_row({0, 1}, {-1, 1}, 0.2, 1e-9)});
  REQUIRE(s.outcome);
  CHECK(s.force[0] + s.force[1] == 0);
  CHECK(s.force[1] > 0);
  CHECK(s.w[1] - s.w[0] + 0.2 == Approx(1e-9).margin(1e-11));
  CHECK(s.w[0] == Approx(-s.w[1]).epsilon(1e-9));  // alike but for their direction
}

TEST_CASE("a row that bends is followed to where it holds", "[sqp]") {
  // Outside of the unit circle round (2, 0), from a predictor inside of it.
  Springs problem({1.1, 0.2}, 0.01, 1, true);
  const RowFunction circle{.dof = {0, 1},
                           .value = [](View<Real> q) { return std::hypot(q[0] - 2, q[1]) - 1; },
                           .gradient =
                               [](View<Real> q, Out<Real> g) {
                                 const Real r = std::hypot(q[0] - 2, q[1]);
                                 g[0] = (q[0] - 2) / r, g[1] = q[1] / r;
                               },
                           .lower = 1e-9};
  const Solved s = solve(problem, {circle});
  REQUIRE(s.outcome);
  const Real r = std::hypot(s.w[0] - 2, s.w[1]);
  CHECK(r == Approx(1 + 1e-9).margin(1e-11));
  // stationary: the residual is normal to the circle
  std::vector<Real> residual(2);
  SerialContext context;
  REQUIRE(problem.residual(s.w, residual, context.context()));
  CHECK(std::abs(residual[0] * s.w[1] - residual[1] * (s.w[0] - 2)) <= 1e-9);
}

TEST_CASE("rows that contradict each other are named at once", "[sqp]") {
  Springs problem({-3, 2}, 5, 4, true);
  const Solved s =
      solve(problem, {linear_row({0}, {1}, -0.1, 1e-9), linear_row({0}, {-1}, -0.1, 1e-9)});
  CHECK(s.outcome.status == Status::retry);
  CHECK(s.outcome.cause == Cause::infeasible);
  CHECK(s.outcome.where.item == Item::contact);
  CHECK_THAT(s.outcome.message, Catch::Contains("contradict each other"));
}

TEST_CASE("iterations that do not suffice are told with what is left to move", "[sqp]") {
  Springs problem({-3, 2}, 5, 4, true);
  const Solved s = solve(problem, {linear_row({0}, {1}, 0.1, 1e-9)}, {{"iterations", 2.0}});
  CHECK(s.outcome.status == Status::retry);
  CHECK(s.outcome.cause == Cause::not_converged);
  CHECK_THAT(s.outcome.message, Catch::Contains("within 2 iterations"));
}
