// penalty beside the promises of every contact solver: the force of a spring against its energy, and
// problems with closed-form solutions.
#include <catch2/catch.hpp>
#include <cmath>
#include <tactus/conformance/contact_solver.hpp>
#include <tactus/conformance/doubles.hpp>
#include <tactus/conformance/linear_contact.hpp>
#include <tactus/conformance/random.hpp>

#include "spring.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::testing;
using namespace tactus::conformance;

namespace {

auto penalty_solver(OptionValues options = {}) {
  return make_component<ContactSolver>("penalty", std::move(options));
}

/// A mass at 0 whose predictor is `predictor`, in front of a wall at -gap that may move by `wall`.
struct Stopped {
  Real mass = 2, predictor = -0.3, gap = 0.1, kappa = 50, wall = 0;

  struct Solved {
    Outcome outcome;
    Real w = 0, force = 0, multiplier = 0, energy = 0;
  };
  Solved solve() const {
    const auto solver = penalty_solver({{"stiffness", kappa}});
    SerialContext context;
    DenseSolvers solvers;
    const std::vector<std::uint8_t> free(2, 0);
    Layout layout;
    layout.dim = 2, layout.coordinates = layout.dofs = 2;
    layout.prescribed = free;
    solver->setup({.layout = &layout, .linear = &solvers}, context.context());
    RowFunction row = linear_row({1}, {1}, gap, 1e-9);
    row.held = [](View<Real> w) { return -w[0]; };
    row.value = [g = gap](View<Real> q) { return q[1] - q[0] + g; };
    RowContact contact({row}, 1);
    contact.begin(std::vector<Real>(2, 0));
    DiagonalProblem problem({1, mass}, {wall, predictor}, {1, 0});
    std::vector<Real> w{wall, predictor}, force(2), multiplier;
    std::vector<Index> group;
    StepSolution solution{
        .w = w, .contact_force = force, .multiplier = &multiplier, .group = &group};
    Solved s;
    s.outcome = solver->solve(problem, contact, solution, context.context());
    s.w = w[1], s.force = force[1], s.energy = solution.stored_energy;
    s.multiplier = multiplier.empty() ? 0 : multiplier[0];
    CHECK(w[0] == wall);
    CHECK(force[0] == 0);
    return s;
  }
};

}  // namespace

TEST_CASE("penalty keeps every promise of a contact solver", "[contact_solver][penalty]") {
  check_contact_solver([] { return penalty_solver(); });
}

TEST_CASE("PA-3 the force of a spring is the difference quotient of its energy", "[penalty]") {
  Random random(7);
  for (int k = 0; k < 400; ++k) {
    const Real kappa = random.between(1, 1e5), a = random.between(1e-6, 1),
               b = random.between(1e-6, 1);
    const Real g0 = k % 2 ? a : -a, g1 = k / 2 % 2 ? b : -b;
    if (std::abs(g1 - g0) < 1e-3) continue;
    const Real quotient =
        -(penalty::spring_energy(kappa, g1) - penalty::spring_energy(kappa, g0)) / (g1 - g0);
    CHECK(std::abs(penalty::spring_force(kappa, g0, g1).force - quotient) <=
          1e-12 * kappa * std::max(a, b));
  }
  for (const Real gap : {-0.3, -1e-9, 0., 0.2})
    CHECK(penalty::spring_force(7, gap, gap).force == Approx(-7 * std::min(gap, 0.)));
}

TEST_CASE("the slope of a spring is the derivative of its force", "[penalty]") {
  Random random(8);
  for (int k = 0; k < 400; ++k) {
    const Real g0 = random.between(-1, 1), g1 = random.between(-1, 1), h = 1e-5;
    if (std::abs(g1) < 2 * h || std::abs(g1 - g0) < 0.01) continue;
    const Real slope =
        (penalty::spring_force(3, g0, g1 + h).force - penalty::spring_force(3, g0, g1 - h).force) /
        (2 * h);
    CHECK(penalty::spring_force(3, g0, g1).slope == Approx(slope).epsilon(1e-5).margin(1e-9));
  }
}

TEST_CASE("a mass is stopped by a spring as far as the quotient of energies says", "[penalty]") {
  const Stopped stopped{.wall = GENERATE(0., 0.05)};
  const auto s = stopped.solve();
  REQUIRE(s.outcome);
  const Real g1 = stopped.gap + s.w - stopped.wall, energy = stopped.kappa / 2 * g1 * g1;
  REQUIRE(g1 < 0);
  CHECK(s.force == Approx(energy / (stopped.gap - g1)).epsilon(1e-10));
  CHECK(s.multiplier == s.force);
  CHECK(stopped.mass * (s.w - stopped.predictor) == Approx(s.force).epsilon(1e-10));
  CHECK(s.energy == Approx(energy).epsilon(1e-10));
}

TEST_CASE("a spring that starts beyond its gap starts without energy", "[penalty]") {
  const Stopped stopped{.gap = -0.1};
  const auto s = stopped.solve();
  REQUIRE(s.outcome);
  REQUIRE(s.w < 0);
  CHECK(s.force == Approx(-stopped.kappa / 2 * s.w).epsilon(1e-10));
}
