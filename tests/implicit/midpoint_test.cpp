// The midpoint rules without contact: where they stand, what they keep, and where they break down.
#include <catch2/catch.hpp>
#include <cmath>

#include "core/scene/capabilities.hpp"
#include "tactus/conformance/serial_context.hpp"
#include "tests/implicit/rules.hpp"
#include "tests/implicit/scenes.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

/// A square that nothing holds, which spins, moves and vibrates.
Vibrating spinning(const std::string& integrator) {
  Vibrating square{.size = "[1, 1]", .cells = "[4, 4]", .support = ""};
  square.velocity = R"([{"gradient": [[3, 1], [-2, -1]], "about": [0, 0]}, {"constant": [2, -1]}])";
  square.integrator = integrator;
  square.step = 5e-4, square.end = 0.1;
  return square;
}

/// The functional of Lemma 1 with loads, at x = q + u, written out as it is printed:
///   1/tau^2 (M x, x - 2 x_n - 2 tau v_n) + 2 U((x + x_n)/2) - f_ext.(x + x_n)
/// where 2 U has the potential of constant gravity, as System::potential() does.
struct Functional {
  Simulation& s;
  Real tau;
  Mass mass;

  Real operator()(View<Real> u) const {
    const core::State& state = s.stepper.state();
    std::vector<Real> x(u.size()), y(u.size()), Mx(u.size()), middle(u.size());
    for (std::size_t i = 0; i < u.size(); ++i) {
      x[i] = state.q[i] + u[i];
      y[i] = x[i] - 2 * state.q[i] - 2 * tau * state.v[i];
      middle[i] = state.q[i] + u[i] / 2;
    }
    s.system.apply_mass(mass, x, Mx, s.context());
    Real potential = 0;
    REQUIRE(s.system.potential({.q = middle}, potential, s.context()));
    return map(View<Real>(Mx)).dot(map(View<Real>(y))) / (tau * tau) + 2 * potential;
  }
};

/// The problem of a step that a plugin poses from the state of a simulation.
struct Posed {
  Posed(Simulation& s, const std::string& type, Real tau) {
    integrator = make_component<Integrator>(type, {});
    s.context().step.dt = tau;
    const core::State& now = s.stepper.state();
    next = now;
    next.time = now.time + tau;
    integrator->setup({.layout = &s.model.layout()}, s.context());
    REQUIRE(integrator->begin(0, now.view(), next.view(), s.system, problem, s.context()));
  }
  std::unique_ptr<Integrator> integrator;
  core::State next;
  StepProblem* problem = nullptr;
};

}  // namespace

TEST_CASE("MMM-2 the equations of a midpoint step are the gradient of the functional of Lemma 1",
          "[implicit][midpoint]") {
  Vibrating square = spinning(kModified);
  const auto [material, allowed] =
      GENERATE(std::pair("st_venant_kirchhoff", 1e-8), std::pair("linear_elastic", 1e-10));
  CAPTURE(material);
  square.material = material, square.cells = "[1, 1]";
  square.loads = R"({"type": "gravity", "acceleration": [1, -9.81]})";
  Simulation s(square.scene());
  for (int k = 0; k < 5; ++k) s.step();
  const Real tau = 2e-3;
  Posed posed(s, "modified_midpoint", tau);
  const View<Real> start = posed.problem->predictor();
  std::vector<Real> u(start.begin(), start.end()), r(u.size()), at(u.size()), unit(u.size(), 0);
  for (std::size_t i = 0; i < u.size(); ++i) u[i] += 1e-3 * std::sin(static_cast<Real>(i));
  REQUIRE(posed.problem->residual(u, r, s.context()));
  const Functional J{s, tau, Mass::consistent};
  const LinearOperator* K = nullptr;
  REQUIRE(posed.problem->tangent(u, K, s.context()));
  const auto n = static_cast<Eigen::Index>(u.size());
  Eigen::VectorXd gradient = Eigen::VectorXd::Zero(n);
  Eigen::MatrixXd slope = Eigen::MatrixXd::Zero(n, n), tangent(n, n);
  constexpr Real h = 1e-2;  // differences of fourth order are exact for energies of fourth degree
  for (Eigen::Index j = 0; j < n; ++j) {
    Real& here = u[static_cast<std::size_t>(j)];
    const Real middle = here;
    for (const int k : {-2, -1, 1, 2}) {
      here = middle + k * h;
      const Real weight = (k % 2 ? 8. * k : -k / 2.) / (12 * h);
      gradient[j] += weight * J(u);
      REQUIRE(posed.problem->residual(u, at, s.context()));
      slope.col(j) += weight * map(View<Real>(at));
    }
    here = middle;
    unit[static_cast<std::size_t>(j)] = 1;
    K->apply(unit, at, s.context());
    unit[static_cast<std::size_t>(j)] = 0;
    tangent.col(j) = map(View<Real>(at));
  }
  const auto residual = map(View<Real>(r));
  CHECK((gradient - residual).lpNorm<Eigen::Infinity>() <=
        allowed * residual.lpNorm<Eigen::Infinity>());
  CHECK((slope - tangent).cwiseAbs().maxCoeff() <= allowed / 10 * tangent.cwiseAbs().maxCoeff());
}

TEST_CASE("MMM-3 midpoint steps keep both momenta of a free body to rounding",
          "[implicit][midpoint]") {
  Vibrating square =
      spinning(GENERATE(R"({"type": "midpoint"})", R"({"type": "modified_midpoint"})",
                        R"({"type": "midpoint", "mass": "lumped"})"));
  CAPTURE(square.integrator);
  Simulation s(square.scene());
  s.run();
  CHECK(s.stepper.steps() == 200);
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
  CHECK(s.balance.angular_drift() <= 1e-12 * s.balance.angular_scale());
}

TEST_CASE("DYN-2 positions of midpoint steps converge with order 2", "[implicit][midpoint]") {
  const std::string integrator = GENERATE(kMidpoint, kModified);
  check_order_of_two(spinning(integrator));
}

TEST_CASE("without contact both midpoint rules are the same to the bit", "[implicit][midpoint]") {
  Simulation one(spinning(kMidpoint).scene()), other(spinning(kModified).scene());
  one.run(), other.run();
  CHECK(one.stepper.state().q == other.stepper.state().q);
  CHECK(one.stepper.state().v == other.stepper.state().v);
}

TEST_CASE("of linear bodies the modified midpoint rule and average acceleration are the same",
          "[implicit][midpoint]") {
  const std::string mass = GENERATE("lumped", "consistent");
  CAPTURE(mass);
  Vibrating block{.material = "linear_elastic",
                  .size = "[1, 1]",
                  .cells = "[4, 4]",
                  .support = R"({"body": "beam", "group": "bottom", "path": {"type": "table",
                    "times": [0, 0.05, 0.1], "displacements": [[0, 0], [0.01, 0.02], [0, 0]],
                    "interpolation": "smooth"}})",
                  .loads = R"({"type": "gravity", "acceleration": [1, -9.81]})"};
  block.step = 2e-3, block.end = 2;
  block.mass = mass;
  Simulation newmark(block.scene());
  block.integrator = fmt::format(R"({{"type": "modified_midpoint", "mass": "{}"}})", mass);
  Simulation midpoint(block.scene());
  Real worst = 0, moved = 0;
  const std::vector<Real> start = newmark.stepper.state().q;
  newmark.run([&](Simulation& s) {
    midpoint.step();
    worst = std::max(worst, largest_difference(s.stepper.state().q, midpoint.stepper.state().q));
    moved = std::max(moved, largest_difference(s.stepper.state().q, start));
  });
  CHECK(newmark.stepper.steps() == 1000);
  CHECK(moved > 0.01);
  CHECK(worst <= 1e-11);
}

TEST_CASE("DYN-3 the period of an oscillator is longer by what the rule says",
          "[implicit][midpoint]") {
  // One cell, held on its left: its right side moves to and fro with omega^2 = c E/rho, c = 2 with the
  // lumped and 3 with the consistent mass.
  const std::string integrator = GENERATE(from_range(kConserving));
  const auto [z, expected] = GENERATE(std::pair(0.1, 8.32779e-4), std::pair(0.2, 3.32449e-3));
  CAPTURE(integrator, z);
  Vibrating cell{.material = "linear_elastic",
                 .velocity = R"({"gradient": [[0.01, 0], [0, 0]], "about": [0, 0]})"};
  cell.mesh = R"({"type": "rectangle", "size": [1, 1e-4], "cells": [1, 1], "triangles": 2})";
  cell.density = cell.young = 1, cell.poisson = 0;
  cell.integrator = integrator;
  const Real omega = std::sqrt(integrator.find("lumped") != std::string::npos ? 2. : 3.);
  cell.step = z / omega, cell.end = 40 * cell.step;
  Simulation s(cell.scene());
  Index right = 0;
  while (s.position(0, right, 0) < 0.9) ++right;
  std::vector<Real> u;
  s.run([&](Simulation& now) { u.push_back(now.position(0, right, 0) - 1); });
  // u_{n+1} + u_{n-1} = 2 cos(omega' dt) u_n of what swings with omega'.
  const Real angle = std::acos((u[11] + u[9]) / (2 * u[10]));
  CHECK(z / angle - 1 == Approx(expected).margin(1e-6));
}

TEST_CASE("DYN-8 a body in fast free spin gains energy by midpoint steps until the run is ended",
          "[implicit][midpoint]") {
  const std::string material = GENERATE("st_venant_kirchhoff", "neo_hookean");
  CAPTURE(material);
  Vibrating disk = spinning_disk(kMidpoint, 3);
  disk.material = material;
  Simulation s(disk.scene());
  const Real initial = s.balance.total();
  do {
    s.step();
  } while (!s.stepper.finished() && s.balance.account().runaway().empty());
  CHECK(s.time() < 1);
  CHECK(s.balance.total() > 1.49 * initial);
  CHECK_THAT(s.balance.account().runaway(), Catch::Contains("energy less work from outside"));
}

TEST_CASE("DYN-8 average acceleration breaks down in fast free spin, and the account says so",
          "[implicit][midpoint]") {
  Simulation s(spinning_disk(R"({"type": "newmark", "beta": 0.25})", 3).scene());
  const Real initial = s.balance.total();
  Real until = 0;  // while the energy is kept to a percent
  s.run([&](Simulation& now) {
    if (std::abs(now.balance.total() - initial) < 0.01 * initial) until = now.time();
  });
  CHECK(until > 1.5);
  CHECK(until < 2.5);
  CHECK(s.balance.total() < 0.9 * initial);
  CHECK(s.balance.account().gains().integration_share > 1e-2);
}

/// A soft disk that falls on a slab at 1 m/s, in steps of half a millisecond.
static std::string falling_disk(const std::string& integrator, int rings = 6) {
  return fmt::format(R"({{"bodies": [
    {{"name": "slab", "type": "obstacle", "translate": [-0.5, -0.2],
      "mesh": {{"type": "rectangle", "size": [1, 0.2], "cells": [8, 2]}}}},
    {{"name": "disk", "density": 1000, "translate": [0.01, 0.11], "velocity": {{"constant": [0, -1]}},
      "mesh": {{"type": "disk", "radius": 0.1, "rings": {}}},
      "material": {{"type": "linear_elastic", "young": 1e6, "poisson": 0.3}}}}],
    "integrator": {}, "time": {{"end": 0.05, "step": 5e-4}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "vertex_edge"}},
                 "solver": {{"type": "sqp"}}}}}})",
                     rings, integrator);
}

TEST_CASE("contact at the end of midpoint steps takes energy, in their middle it gives some",
          "[implicit][midpoint]") {
  Simulation modified(falling_disk(kModified)), plain(falling_disk(kMidpoint));
  const Real initial = plain.balance.total();
  Real worst = 0;
  for (Simulation* s : {&modified, &plain}) {
    const core::Account& account = s->balance.account();
    Real before = account.energy();
    do {
      s->step();
      worst = std::max(worst, std::abs(account.energy() - before - account.step().sum()));
      before = account.energy();
    } while (!s->stepper.finished() && account.runaway().empty());
    CHECK(s->stepper.facts().retries == 0);
  }
  CHECK(worst <= 1e-9 * initial);
  CHECK(modified.balance.account().sum().contact < 0);
  CHECK(modified.balance.account().gains().contact_share <= 1e-6);
  CHECK(core::leaves_no_overlap(modified.configuration()));
  CHECK(plain.balance.account().gains().contact_share > plain.balance.account().gain_limit());
  CHECK_FALSE(core::leaves_no_overlap(plain.configuration()));
}

TEST_CASE(
    "BAR-1i of linear bodies the modified midpoint rule and average acceleration are the same in "
    "contact, too, to the first release",
    "[implicit][midpoint]") {
  Simulation midpoint(falling_disk(kModified, 12)),
      newmark(falling_disk(R"({"type": "newmark", "beta": 0.25})", 12));
  Real worst = 0, until_release = 0;
  int pressed = 0;
  Index most = 0;
  bool is_over = false, has_released = false;
  while (!is_over && !midpoint.stepper.finished()) {
    midpoint.step(), newmark.step();
    const Index contacts = midpoint.stepper.facts().contact.forces.contacts;
    is_over = pressed > 0 && contacts == 0;
    has_released = has_released || contacts < most;
    most = std::max(most, contacts);
    pressed += contacts > 0;
    worst =
        std::max(worst, largest_difference(midpoint.stepper.state().q, newmark.stepper.state().q));
    if (!has_released) until_release = worst;
  }
  CAPTURE(until_release * 1e12, worst * 1e12, most);
  CHECK(pressed > 10);
  CHECK(most > 2);
  // A node that comes to rest within the margin of 1e-9 altitudes is pressed by one and not by the other.
  constexpr Real length = 1;  // of the slab
  CHECK(until_release <= 1e-11 * length);
  CHECK(worst <= 2e-9 * midpoint.model.scales().altitude);
}
