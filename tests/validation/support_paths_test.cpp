// What is given over time: factors of loads, and supports on a path. Tables of displacements and turns
// about a point against the exact motion, and their work in the account of energy.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "core/scene/support_path.hpp"
#include "core/scene/time_factor.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using Catch::Contains;
using core::Interpolation;
using core::RotationPath;
using core::TableCurve;
using tactus::testing::Simulation;

namespace {

/// A ring, one of whose groups goes along a path.
std::string driven_ring(const std::string& group, const std::string& path, Real end,
                        const std::string& more = "") {
  return fmt::format(R"({{"bodies": [{{"name": "ring", "density": 1000, "translate": [3, -2],
    "mesh": {{"type": "ring", "inner": 1, "outer": 2, "cells": [24, 3]}},
    "material": {{"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}}}],
    "supports": [{{"body": "ring", "group": "{}", "path": {}}}{}],
    "integrator": {{"type": "newmark"}}, "time": {{"end": {}}}}})",
                     group, path, more, end);
}

}  // namespace

TEST_CASE("a curve goes through its table, linear or smooth, and its rate is its derivative",
          "[validation][support]") {
  const std::vector<Real> times{0, 1, 2, 4, 5}, values{0, 2, 3, 3, -1};
  const Interpolation interpolation = GENERATE(Interpolation::linear, Interpolation::smooth);
  const TableCurve curve{.times = times, .values = values, .interpolation = interpolation};
  for (std::size_t i = 0; i < times.size(); ++i) CHECK(curve.value(times[i]) == values[i]);
  CHECK(curve.value(-1) == 0);
  CHECK(curve.value(9) == -1);
  CHECK(curve.rate(9) == 0);
  for (Real t = 0.05; t < 5; t += 0.1) {
    const Real little = 1e-6;
    CHECK(curve.rate(t) ==
          Approx((curve.value(t + little) - curve.value(t - little)) / (2 * little)).margin(1e-8));
    const auto i = static_cast<std::size_t>(std::ranges::upper_bound(times, t) - times.begin());
    CHECK(curve.value(t) >= std::min(values[i - 1], values[i]));  // no overshoot
    CHECK(curve.value(t) <= std::max(values[i - 1], values[i]));
  }
  if (interpolation == Interpolation::linear) {
    CHECK(curve.value(0.25) == 0.5);
    CHECK(curve.rate(1) == 1);
    return;
  }
  CHECK(curve.rate(0) == 0);
  for (const Real t : times)
    CHECK(curve.rate(t - 1e-9) == Approx(curve.rate(t + 1e-9)).margin(1e-7));
}

TEST_CASE("each factor is the formula that its documentation gives", "[validation][loads]") {
  using namespace core;
  CHECK(TimeFactor{ConstantFactor{3}}.at(7) == 3);
  const RampFactor ramp{.from = 1, .to = 3, .start = 2, .end = 6};
  for (const auto& [t, value] : {std::pair(0., 1.), {2., 1.}, {3., 1.5}, {6., 3.}, {9., 3.}})
    CHECK(ramp.at(t) == value);
  RampFactor smooth = ramp;
  smooth.smooth = true;
  CHECK(smooth.at(3) == 1 + 2 * (0.0625 * (3 - 0.5)));
  CHECK(smooth.at(4) == 2);
  const TableFactor table{.times = {1, 2, 4}, .values = {5, -5, 1}};
  for (const auto& [t, value] :
       {std::pair(0., 5.), {1., 5.}, {1.5, 0.}, {2., -5.}, {3., -2.}, {4., 1.}, {9., 1.}})
    CHECK(table.at(t) == value);
  const SineFactor sine{.amplitude = 2, .frequency = 5, .phase = 0.3, .offset = -1};
  CHECK(sine.at(0.13) == Approx(-1 + 2 * std::sin(2 * std::numbers::pi * 5 * 0.13 + 0.3)));
  CHECK(sine.largest() == 3);
  CHECK(table.largest() == 5);
  CHECK(ramp.largest() == 3);
}

TEST_CASE("a support that turns about a point moves its nodes on their circles without drift",
          "[validation][support]") {
  const std::string path = GENERATE(
      R"({"type": "rotation", "about": [3, -2.5], "rate": 3, "ramp": 0.1})",
      R"({"type": "rotation", "about": [3, -2.5], "times": [0, 0.1, 0.2], "angles": [0, 0.4, -0.2]})");
  Simulation s(driven_ring("inner", path, 0.2));
  const bool ramp = path.find("rate") != std::string::npos;
  const auto angle = [&](Real t) {
    if (!ramp) return t < 0.1 ? 4 * t : 0.4 - 6 * (t - 0.1);
    const Real x = t / 0.1;
    return 0.3 * (x < 1 ? x * x * x * (1 - x / 2) : x - 0.5);
  };
  const Index nodes = 24;  // of the inner circle come first
  s.run([&](Simulation& now) {
    const Real a = angle(now.time());
    for (Index n = 0; n < nodes; n += 7) {
      const auto i = static_cast<std::size_t>(2 * n);
      const Real X = now.model.reference()[i] + now.model.centre()[0] - 3,
                 Y = now.model.reference()[i + 1] + now.model.centre()[1] + 2.5;
      CHECK(now.position(0, n, 0) == Approx(3 + std::cos(a) * X - std::sin(a) * Y).epsilon(1e-13));
      CHECK(now.position(0, n, 1) ==
            Approx(-2.5 + std::sin(a) * X + std::cos(a) * Y).epsilon(1e-13));
    }
  });
}

TEST_CASE("a support whose centre of rotation moves takes its nodes along a circle plus a line",
          "[validation][support]") {
  const auto [path, steady] = GENERATE(table<std::string, bool>({
      {R"({"type": "rotation", "about": [3, -2.5], "rate": -3, "velocity": [2, 0.5]})", true},
      {R"({"type": "rotation", "about": [3, -2.5], "times": [0, 0.1, 0.2],
           "angles": [0, -0.3, 0.1], "displacements": [[0, 0], [0.2, 0.05], [0.4, 0.1]]})",
       false},
  }));
  INFO(path);
  Simulation s(driven_ring("inner", path, 0.2));
  const Real velocity[2] = {2, 0.5};
  const core::Account& account = s.balance.account();
  Real before = account.energy();
  s.run([&, steady = steady](Simulation& now) {
    CHECK(std::abs(account.energy() - before - account.step().sum()) <= 1e-12 * account.scale());
    before = account.energy();
    const Real t = now.time();
    const Real a = steady ? -3 * t : t < 0.1 ? -3 * t : -0.3 + 4 * (t - 0.1);
    const Real rate = steady || t < 0.1 ? -3 : 4;
    for (const Index n : {Index{0}, Index{7}, Index{19}}) {
      const auto x = static_cast<std::size_t>(2 * n);
      const Real X = s.model.reference()[x] + s.model.centre()[0] - 3;
      const Real Y = s.model.reference()[x + 1] + s.model.centre()[1] + 2.5;
      const Real dx = std::cos(a) * X - std::sin(a) * Y, dy = std::sin(a) * X + std::cos(a) * Y;
      CHECK(now.position(0, n, 0) == Approx(3 + velocity[0] * t + dx).epsilon(1e-13));
      CHECK(now.position(0, n, 1) == Approx(-2.5 + velocity[1] * t + dy).epsilon(1e-13));
      if (!steady && std::abs(t - 0.1) < 1e-3) continue;  // where the rate jumps
      if (t > 0.199) continue;                            // a table ends at rest
      CHECK(now.stepper.state().v[x] == Approx(velocity[0] - rate * dy).epsilon(1e-12));
      CHECK(now.stepper.state().v[x + 1] == Approx(velocity[1] + rate * dx).epsilon(1e-12));
    }
  });
  CHECK(s.time() == Approx(0.2));
}

TEST_CASE("a body that is held as a whole is translated and rotated at once without strain",
          "[validation][support]") {
  Simulation s(R"({"bodies": [{"name": "ring", "density": 1000, "translate": [3, -2],
    "mesh": {"type": "ring", "inner": 1, "outer": 2, "cells": [24, 3]},
    "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}],
    "supports": [{"body": "ring", "path": {"type": "rotation", "about": [1, 1], "ramp": 0.05,
                  "rate": 20, "velocity": [-7, 4]}}],
    "integrator": {"type": "newmark"}, "time": {"end": 0.3}})");
  s.run([](Simulation&) {});
  const Real way = s.time() - 0.025;  // the smooth start-up takes half of its length
  const Real sine = std::sin(20 * way), cosine = std::cos(20 * way);
  for (Index n = 0; n < 4 * 24; ++n) {
    const auto i = static_cast<std::size_t>(2 * n);
    const Real X = s.model.reference()[i] + s.model.centre()[0] - 1,
               Y = s.model.reference()[i + 1] + s.model.centre()[1] - 1;
    const Real dx = cosine * X - sine * Y, dy = sine * X + cosine * Y;
    CHECK(s.position(0, n, 0) == Approx(1 - 7 * way + dx).margin(1e-12));
    CHECK(s.position(0, n, 1) == Approx(1 + 4 * way + dy).margin(1e-12));
    CHECK(s.stepper.state().v[i] == Approx(-7 - 20 * dy).margin(1e-10));
    CHECK(s.stepper.state().v[i + 1] == Approx(4 + 20 * dx).margin(1e-10));
  }
  CHECK(s.balance.account().sum().integration == Approx(0).margin(1e-9));
}

TEST_CASE("what a turning support puts into a ring is its work, and no more",
          "[validation][support]") {
  const Real rate = 4, end = 1.5;
  Simulation s(driven_ring(
      "inner",
      fmt::format(R"({{"type": "rotation", "about": [3, -2], "rate": {}, "ramp": 1}})", rate),
      end));
  const core::Account& account = s.balance.account();
  Real before = account.energy();
  s.run([&](Simulation&) {
    CHECK(std::abs(account.energy() - before - account.step().sum()) <= 1e-12 * account.scale());
    before = account.energy();
  });
  // What is free has the energy of a rigid ring, up to 2 % for its strain and waves, all from outside.
  Real inertia = 0;
  for (std::size_t i = 0; i < s.model.reference().size(); i += 2)
    if (!s.model.layout().prescribed[i])
      inertia += s.model.mass()[i] * (std::pow(s.model.reference()[i] - 3, 2) +
                                      std::pow(s.model.reference()[i + 1] + 2, 2));
  CHECK(account.sum().outside == Approx(inertia * rate * rate / 2).epsilon(0.05));
  CHECK(account.energy() - account.initial() == Approx(account.sum().outside).epsilon(1e-3));
  CHECK(account.gains().integration_share < 1e-3);
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
}

TEST_CASE("a table of displacements moves nodes to its places at its times",
          "[validation][support]") {
  const std::string kind = GENERATE("linear", "smooth");
  Simulation s(
      driven_ring("outer",
                  fmt::format(R"({{"type": "table", "times": [0, 0.05, 0.1], "interpolation": "{}",
                      "displacements": [[0, 0], [0.2, 0], [0.2, -0.1]]}})",
                              kind),
                  0.15));
  const Index node = 24 * 3;  // the first one of the outer circle, at (5, -2)
  bool linear = true;
  s.run([&](Simulation& now) {
    const Real t = now.time();
    if (t < 0.05)
      linear = linear && std::abs(now.position(0, node, 0) - 5 - 4 * t) < 1e-12;
    else
      CHECK(now.position(0, node, 0) == Approx(5.2).epsilon(1e-13));
  });
  CHECK(linear == (kind == "linear"));
  CHECK(s.position(0, node, 1) == Approx(-2.1).epsilon(1e-13));
  CHECK(s.stepper.state().v[static_cast<std::size_t>(2 * node)] == 0);
  CHECK(s.balance.account().gains().integration_share < 1e-2);
}

TEST_CASE("supports that agree on a path may hold the same nodes, and others may not",
          "[validation][support]") {
  const std::string turn = R"({"type": "rotation", "about": [3, -2], "rate": 4})";
  const auto second = [&](const std::string& path) {
    return R"(, {"body": "ring", "group": "inner", "path": )" + path + "}";
  };
  CHECK_NOTHROW(Simulation(driven_ring("inner", turn, 1e-3, second(turn))));
  CHECK_THROWS_WITH(
      Simulation(driven_ring("inner", turn, 1e-3,
                             second(R"({"type": "rotation", "about": [3, -2], "rate": 5})"))),
      Contains("on another path"));
}

TEST_CASE("a path that cannot be is refused with the reason", "[validation][support]") {
  const auto refused = [](const std::string& path, const std::string& beside,
                          const std::string& why) {
    CHECK_THROWS_WITH(Simulation(driven_ring("inner", path + beside, 1e-3)), Contains(why));
  };
  const std::string turn = R"({"type": "rotation", "about": [3, -2], "rate": 4})";
  refused(turn, R"(, "velocity": [1, 0])", "\"velocity\" and \"path\" are given");
  refused(turn, R"(, "fix": ["x"])", "a rotation prescribes x and y");
  refused(R"({"type": "rotation", "rate": 4})", "", "about");
  refused(R"({"type": "rotation", "about": [0, 0], "times": [0, 1]})", "",
          "one angle for each of \"times\"");
  refused(R"({"type": "table", "times": [0, 1], "displacements": [[0, 1], [0, 2]]})", "",
          "the first one is [0, 0]");
  refused(R"({"type": "table", "times": [0, 0], "displacements": [[0, 0], [0, 2]]})", "",
          "each time is later");
  refused(R"({"type": "table", "times": [0, 1], "displacements": [[0, 0], [0, 2]]})",
          R"(, "fix": ["x"])", "leaves free");
  refused(R"({"type": "rotation", "about": [0, 0], "times": [0, 1], "angles": [0, 1],
              "displacements": [[0, 0]]})",
          "", "displacements");
  refused(R"({"type": "rotation", "about": [0, 0], "times": [0, 1], "angles": [0, 1],
              "velocity": [0, 1]})",
          "", "\"rate\" (and \"velocity\")");
  refused(R"({"type": "rotation", "about": [0, 0], "times": [0, 1], "angles": [0, 1],
              "displacements": [[1, 0], [2, 0]]})",
          "", "the first one is [0, 0]");
  refused(R"({"type": "turn"})", "", "no path");
}
