// Free motion: DYN-1 to DYN-5 of the verification catalogue, for newmark with beta = 0.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/doubles.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

constexpr Real kPi = 3.14159265358979323846;

/// The unit square of 8 x 8 cells of 2 triangles, centred at 0, spinning at 1000 rad/s.
std::string spinning_square(Real end, Real step, Real gamma = 0.5) {
  return fmt::format(R"({{"description": "test", "dimension": 2,
    "bodies": [{{"name": "square", "translate": [-0.5, -0.5], "density": 1000,
                 "mesh": {{"type": "rectangle", "size": [1, 1], "cells": [8, 8], "triangles": 2}},
                 "material": {{"type": "neo_hookean", "lambda": 1.75e11, "mu": 0.801e11}},
                 "velocity": {{"spin": 1000}}}}],
    "integrator": {{"type": "newmark", "beta": 0, "gamma": {}}},
    "time": {{"end": {}, "step": {}}}}})",
                     gamma, end, step);
}

constexpr Real kWaveStep = 0.125 / (18308.47 * 1.4142135623730951);  // h/(cp sqrt 2), KROM material

}  // namespace

TEST_CASE("DYN-1 a free spinning square keeps its angular momentum; its energy is second order",
          "[validation][newmark]") {
  Real band[3] = {};
  for (int k = 0; k < 3; ++k) {
    Simulation s(spinning_square(2e-3, 0.5 / (1 << k) * kWaveStep));
    CHECK(s.balance.now().angular[2] == Approx(1.71875e5).epsilon(1e-12));
    CHECK(s.balance.initial() == Approx(8.59375e7).epsilon(1e-12));
    s.run([&](Simulation& now) {
      const Real off = std::abs(now.balance.total() - now.balance.initial());
      band[k] = std::max(band[k], off / now.balance.initial());
    });
    CHECK(s.balance.angular_drift() <= 1e-12 * s.balance.angular_scale());
    CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
  }
  CHECK(band[0] <= 2e-6);
  CHECK(band[0] / band[1] == Approx(4).margin(0.3));
  CHECK(band[1] / band[2] == Approx(4).margin(0.3));
}

TEST_CASE("DYN-2 positions converge with order 2, with gamma above 1/2 with order 1",
          "[validation][newmark]") {
  const auto positions = [](Real gamma, int k) {
    const Real end = 2e-4;
    const auto steps = std::ceil(end / (0.5 * kWaveStep)) * (1 << k);
    Simulation s(spinning_square(end, end / steps, gamma));
    s.run();
    return s.stepper.state().q;
  };
  const auto distance = [](const std::vector<Real>& a, const std::vector<Real>& b) {
    Real largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
    return largest;
  };
  const auto order = [&](Real gamma) {
    const auto a = positions(gamma, 2), b = positions(gamma, 3), c = positions(gamma, 4);
    return std::log2(distance(a, b) / distance(b, c));
  };
  CHECK(order(0.5) == Approx(2).margin(0.1));
  CHECK(order(0.6) == Approx(1).margin(0.1));
}

TEST_CASE("DYN-3 the oscillator's period has the error of central differences",
          "[validation][newmark]") {
  const Real z = GENERATE(0.1, 0.2);  // omega dt, omega = 1
  // cos(Omega dt) = 1 - z^2/2, so the period is z/acos(1 - z^2/2) times the exact one.
  const Real expected = z == 0.1 ? -4.16962e-4 : -1.67141e-3;
  MassSystem system({1}, [](View<Real> q, Out<Real> f) { f[0] = -q[0]; });
  RowContact contact({});
  const auto newmark = make_component<Integrator>("newmark");
  const auto solver = make_component<ContactSolver>("local_sqp");
  MiniRun run(system, contact, *newmark, *solver, {1}, {0});
  Real first = 0, last = 0;
  int crossings = 0;
  while (crossings < 1001) {
    const Real before = run.q[0], t = run.time;
    run.step(z);
    if (!(before > 0 && run.q[0] <= 0)) continue;
    // Zero of the sine through the two values: linear is good to z^2, spread over 1000 periods.
    last = t + z * before / (before - run.q[0]);
    if (crossings++ == 0) first = last;
  }
  const Real period = (last - first) / 1000;
  CHECK(period / (2 * kPi) - 1 == Approx(expected).margin(1e-6));
}

TEST_CASE("DYN-4 free flight is exact", "[validation][newmark]") {
  Simulation s(R"({"description": "test", "dimension": 2,
    "bodies": [{"name": "disk", "mesh": {"type": "disk", "radius": 0.5, "rings": 5}, "density": 1000,
                "material": {"type": "neo_hookean", "lambda": 1.75e11, "mu": 0.801e11},
                "velocity": [30, -20]}],
    "integrator": {"type": "newmark"}, "time": {"end": 1e-3, "step": "auto"}})");
  const std::vector<Real> start = s.stepper.state().q;
  Index steps = 0;
  s.run([&](Simulation& now) {
    ++steps;
    const Real n = static_cast<Real>(steps), v[] = {30, -20};
    const auto& state = now.stepper.state();
    Real velocity = 0, position = 0;
    for (std::size_t i = 0; i < state.q.size(); ++i) {
      velocity = std::max(velocity, std::abs(state.v[i] - v[i % 2]));
      // Each step rounds a position once, to half an ulp of at most 0.5.
      position = std::max(position, std::abs(state.q[i] - start[i] - v[i % 2] * now.time()));
    }
    // A position is rounded to 1e-16 m, a strain therefore to 1e-15, and a strain of one is a
    // velocity of c = 18308 m/s: that is the scale of the noise.
    CHECK(velocity <= n * 1e-14 * 18308);
    CHECK(position <= n * 0x1p-53);
    // W is a difference of terms of size mu: it is known to an ulp of mu times the volume.
    CHECK(std::abs(now.balance.total() - now.balance.initial()) <=
          n * 1e-14 * now.balance.initial() + 0x1p-52 * 0.801e11 * 0.785);
  });
  CHECK(s.balance.linear_drift() <= static_cast<Real>(steps) * 1e-14 * s.balance.linear_scale());
}

TEST_CASE("DYN-5 a rotating rod breathes about its static extension", "[validation][newmark]") {
  // L = 2, E = 1e4, rho = 1, omega = 5: rho omega^2 L^3/(24 E) = 8.33333e-4 a tip; released
  // unstressed it swings between 0 and twice that.
  Simulation s(R"({"description": "test", "dimension": 2,
    "bodies": [{"name": "rod", "mesh": {"type": "rectangle", "size": [2, 0.05], "cells": [80, 2]},
                "translate": [-1, -0.025], "density": 1,
                "material": {"type": "neo_hookean", "lambda": 0, "mu": 5e3},
                "velocity": {"spin": 5}}],
    "integrator": {"type": "newmark"}, "time": {"end": 0.4, "step": "auto"}})");
  const Real exact = 5 * 5 * 8 / (24 * 1e4);
  Real sum = 0, time = 0, largest = 0, smallest = 1;
  const auto& groups = s.model.bodies();
  const Range nodes = groups[0].nodes;
  // Nodes at the middle of the two ends.
  Index left = 0, right = 0;
  for (Index n = 0; n < nodes.size(); ++n) {
    if (std::abs(s.position(0, n, 1)) > 1e-12) continue;
    if (s.position(0, n, 0) < -1 + 1e-12) left = n;
    if (s.position(0, n, 0) > 1 - 1e-12) right = n;
  }
  s.run([&](Simulation& now) {
    const Real x = now.position(0, right, 0) - now.position(0, left, 0),
               y = now.position(0, right, 1) - now.position(0, left, 1);
    const Real extension = (std::hypot(x, y) - 2) / 2, dt = now.stepper.facts().dt;
    sum += extension * dt;
    time += dt;
    largest = std::max(largest, extension);
    smallest = std::min(smallest, extension);
  });
  CHECK(sum / time == Approx(exact).epsilon(0.02));
  CHECK(largest == Approx(2 * exact).epsilon(0.05));
  CHECK(smallest >= -0.05 * exact);
}
