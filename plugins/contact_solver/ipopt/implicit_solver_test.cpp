// ipopt on implicit steps in a few numbers, against sqp and closed forms.
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "tests/support/doubles.hpp"
#include "tests/support/ipopt_built.hpp"
#include "tests/support/springs_step.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

/// Outside of a circle, in the plane of two unknowns.
RowFunction outside_circle(Index x, Index y, Real centre_x, Real centre_y, Real radius) {
  const auto away = [=](View<Real> q) {
    return Vec<2>(q[static_cast<std::size_t>(x)] - centre_x,
                  q[static_cast<std::size_t>(y)] - centre_y);
  };
  return {.dof = {x, y},
          .value = [=](View<Real> q) { return away(q).norm() - radius; },
          .gradient =
              [=](View<Real> q, Out<Real> g) {
                const Vec<2> n = away(q).normalized();
                g[0] = n[0], g[1] = n[1];
              },
          .lower = 1e-9,
          .hessian =
              [=](View<Real> q, Out<Real> H) {
                const Vec<2> n = away(q).normalized();
                const Mat<2> h = (Mat<2>::Identity() - n * n.transpose()) / away(q).norm();
                for (int i = 0; i < 4; ++i) H[static_cast<std::size_t>(i)] = h(i / 2, i % 2);
              }};
}

}  // namespace

TEST_CASE("in an implicit step ipopt stops a mass at a wall by the force that is missing",
          "[ipopt]") {
  if (!ipopt_built()) return;
  Springs problem({-3, 2}, 5, 4, true);
  const SpringsSolved s =
      solve_springs("ipopt", problem, {conformance::linear_row({0}, {1}, 0.1, 1e-9)});
  REQUIRE(s.outcome);
  const Real w = -0.1 + 1e-9;
  CHECK(s.w[0] == Approx(w).margin(1e-12));
  REQUIRE(s.multiplier.size() == 1);
  CHECK(s.multiplier[0] == Approx(w + 3 + 5 * (w + 4 * w * w * w)).epsilon(1e-12));
  CHECK(s.force[0] == s.multiplier[0]);
  CHECK(s.force[1] == 0);
  CHECK(std::abs(6 * s.w[1] - 2 + 20 * std::pow(s.w[1], 3)) <= 1e-11);
}

TEST_CASE("an implicit step without overlap has no rows and no forces", "[ipopt]") {
  if (!ipopt_built()) return;
  Springs problem({-3, 2}, 5, 4, true);
  const SpringsSolved s =
      solve_springs("ipopt", problem, {conformance::linear_row({0}, {1}, 10, 1e-9)});
  REQUIRE(s.outcome);
  CHECK(s.multiplier.empty());
  CHECK(s.report.iterations == 0);
  CHECK(std::abs(6 * s.w[0] + 3 + 20 * std::pow(s.w[0], 3)) <= 1e-11);
}

TEST_CASE("ipopt and sqp find the same implicit step, also where rows bend", "[ipopt]") {
  if (!ipopt_built()) return;
  std::mt19937 random(7);
  std::uniform_real_distribution<Real> uniform(-1, 1);
  int with_contact = 0;
  for (int scene = 0; scene < 50; ++scene) {
    CAPTURE(scene);
    // Two points of the plane inside of discs, and two more that keep their order.
    std::vector<Real> predictor(8);
    for (Real& x : predictor) x = uniform(random);
    Springs problem(predictor, 0.5 + 0.4 * uniform(random), 1, true);
    const std::vector<Real> free = solve_springs("sqp", problem, {}).w;
    std::vector<RowFunction> rows;
    for (Index i = 0; i < 2; ++i) {
      const auto x = static_cast<std::size_t>(2 * i);
      const Real angle = 3 * uniform(random), radius = 0.3 + 0.2 * uniform(random);
      rows.push_back(outside_circle(2 * i, 2 * i + 1, free[x] + 0.7 * radius * std::cos(angle),
                                    free[x + 1] + 0.7 * radius * std::sin(angle), radius));
    }
    rows.push_back(conformance::linear_row({4, 6}, {-1, 1}, 0.1 * uniform(random), 1e-9));
    const SpringsSolved a = solve_springs("sqp", problem, rows, {{"iterations", 500.}}),
                        b = solve_springs("ipopt", problem, rows);
    REQUIRE(a.outcome);
    REQUIRE(b.outcome);
    for (std::size_t i = 0; i < 8; ++i) {
      CHECK(b.w[i] == Approx(a.w[i]).margin(1e-9));
      CHECK(b.force[i] == Approx(a.force[i]).margin(1e-7));
      with_contact += b.force[i] != 0;
    }
    // The forces are those of the step to rounding, which IPOPT's own point would not give.
    std::vector<Real> residual(8);
    core::Runtime runtime;
    REQUIRE(problem.residual(b.w, residual, runtime.context()));
    for (std::size_t i = 0; i < 8; ++i) CHECK(std::abs(residual[i] - b.force[i]) <= 1e-11);
    for (const Real l : b.multiplier) CHECK(l >= 0);
  }
  CHECK(with_contact > 100);
}

TEST_CASE("in an implicit step rows that are given twice share their force", "[ipopt]") {
  if (!ipopt_built()) return;
  Springs problem({-3, 2}, 5, 4, true);
  const RowFunction wall = conformance::linear_row({0}, {1}, 0.1, 1e-9);
  const SpringsSolved one = solve_springs("ipopt", problem, {wall}),
                      two = solve_springs("ipopt", problem, {wall, wall});
  REQUIRE(one.outcome);
  REQUIRE(two.outcome);
  CHECK(two.multiplier[0] == Approx(one.multiplier[0] / 2).epsilon(1e-9));
  CHECK(two.force[0] == Approx(one.force[0]).epsilon(1e-12));
}

TEST_CASE("in an implicit step rows that contradict each other are named", "[ipopt]") {
  if (!ipopt_built()) return;
  Springs problem({-3, 2}, 5, 4, true);
  const SpringsSolved s = solve_springs("ipopt", problem,
                                        {conformance::linear_row({0}, {1}, -0.1, 1e-9),
                                         conformance::linear_row({0}, {-1}, -0.1, 1e-9)});
  CHECK(s.outcome.status == Status::retry);
  CHECK(s.outcome.cause == Cause::infeasible);
  CHECK_THAT(s.outcome.message, Catch::Contains("contradict each other"));
}

TEST_CASE("in an implicit step iterations that do not suffice are told", "[ipopt]") {
  if (!ipopt_built()) return;
  // A row that no place satisfies, but that a correction always promises to: neither IPOPT nor Newton's method ends.
  const RowFunction never{.dof = {0},
                          .value = [](View<Real> q) { return -1 - q[0] * q[0]; },
                          .gradient = [](View<Real> q, Out<Real> g) { g[0] = -2 * q[0]; },
                          .lower = 1e-9,
                          .hessian = [](View<Real>, Out<Real> H) { H[0] = -2; }};
  Springs problem({-3, 2}, 5, 4, true);
  const SpringsSolved s = solve_springs("ipopt", problem, {never}, {{"iterations", 3.0}});
  CHECK(s.outcome.status == Status::retry);
  CHECK(s.outcome.cause == Cause::not_converged);
  CHECK_THAT(s.outcome.message, Catch::Contains("did not converge within 3 iterations"));
}
