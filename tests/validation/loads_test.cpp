// Loads against exact solutions: pressure on a ring, traction on a bar, pressure that follows a surface,
// forces on rigid bodies; their momentum and their work; restarts and threads (docs/loads.md).
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "tactus/conformance/memory_archive.hpp"
#include "tests/support/energy_scenes.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

/// A scene of one body with loads, without contact.
std::string loaded(const std::string& body, const std::string& loads, Real end,
                   const std::string& more = "") {
  return fmt::format(R"({{"bodies": [{}], "loads": [{}], {}
    "integrator": {{"type": "newmark"}}, "time": {{"end": {}}}}})",
                     body, loads, more, end);
}

std::string ring(Index around, Index radial) {
  return fmt::format(R"({{"name": "ring", "density": 1000, "thickness": 0.5,
    "mesh": {{"type": "ring", "inner": 1, "outer": 2, "cells": [{}, {}]}},
    "material": {{"type": "linear_elastic", "young": 1e6, "poisson": 0.3}}}})",
                     around, radial);
}

constexpr const char* kBar = R"({"name": "bar", "density": 1000,
    "mesh": {"type": "rectangle", "size": [4, 0.2], "cells": [80, 4]},
    "material": {"type": "linear_elastic", "young": 1e9, "poisson": 0}})";

constexpr const char* kBlock = R"({"name": "block", "type": "rigid", "density": 500,
    "thickness": 0.25, "translate": [3, 1],
    "mesh": {"type": "rectangle", "size": [2, 1], "cells": [2, 1]}})";

/// N, loads of a model other than constant gravity.
std::vector<Real> load_force(Simulation& s, View<Real> q, Real time) {
  std::vector<Real> force(s.stepper.state().v.size());
  s.model.loads().force({.q = q}, time, force, s.context());
  return force;
}

/// Work of 1/r e_r on the residual f_ext - f_int at Lame's displacement, over that on the load alone.
Real residual_of_lame(Index around, Index radial) {
  constexpr Real p = 1e3, a = 1, b = 2, E = 1e6, nu = 0.3;
  Simulation s(loaded(ring(around, radial),
                      fmt::format(R"({{"type": "pressure", "body": "ring", "group": "inner",
                                       "pressure": {}, "follows": false}})",
                                  p),
                      1));
  const auto n = static_cast<std::size_t>(s.model.layout().dofs);
  std::vector<Real> q(n), f(n);
  const auto place = [&](std::size_t i) {
    return s.model.reference()[i] + s.model.centre()[i % 2];
  };
  Real work = 0, work_of_load = 0;
  for (std::size_t i = 0; i < n; i += 2) {
    const Real r = std::hypot(place(i), place(i + 1));
    const Real u = (1 + nu) / E * p * a * a / (b * b - a * a) * ((1 - 2 * nu) * r + b * b / r);
    for (std::size_t k = i; k < i + 2; ++k) q[k] = s.model.reference()[k] + u / r * place(k);
  }
  REQUIRE(s.system.force({.q = q}, f, s.context()));
  const std::vector<Real> load = load_force(s, q, 0);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t x = i - i % 2;
    const Real square = place(x) * place(x) + place(x + 1) * place(x + 1);
    work += f[i] * place(i) / square;
    work_of_load += load[i] * place(i) / square;
  }
  const Real exact = p * 0.5 * 2 * std::numbers::pi;  // thickness 1/2
  CHECK(work_of_load == Approx(exact).epsilon(30.0 / static_cast<Real>(around * around)));
  return std::abs(work) / exact;
}

}  // namespace

TEST_CASE("pressure in a ring balances Lame's stresses to second order in the mesh size",
          "[validation][loads]") {
  const Real coarse = residual_of_lame(24, 4), middle = residual_of_lame(48, 8),
             fine = residual_of_lame(96, 16);
  CHECK(coarse < 5e-2);
  CHECK(coarse / middle == Approx(4).epsilon(0.1));
  CHECK(middle / fine == Approx(4).epsilon(0.05));
}

TEST_CASE("traction on the end of a bar sends the exact wave", "[validation][loads]") {
  constexpr Real sigma = 1e5, L = 4;
  const Real c = 1000, v = sigma / (1000 * c);  // sqrt(E/rho), sigma/(rho c)
  Simulation s(loaded(kBar,
                      R"({"type": "traction", "body": "bar", "group": "right",
                          "traction": [1e5, 0]})",
                      3 * L / c));
  const Index end = 80;  // lower right corner
  bool looked = false;
  s.run([&](Simulation& now) {
    const Real t = now.time(), moved = now.position(0, end, 0) - L;
    if (t > 1.5 * L / c && !looked) {
      CHECK(moved == Approx(v * t).epsilon(5e-3));
      looked = true;
    }
  });
  CHECK(looked);
  // The wave comes back from the free end as one of the other sign: from 2 L/c on the speed is 3 v.
  CHECK(s.position(0, end, 0) - L == Approx(v * (2 + 3) * L / c).epsilon(5e-3));
  CHECK(s.momentum(0, 0) == Approx(sigma * 0.2 * 3 * L / c).epsilon(1e-12));
}

TEST_CASE(
    "work of a pressure that follows is pressure times change of area, and none on a way back",
    "[validation][loads]") {
  const Real p = 2e4, thickness = 0.5;
  const std::string body = GENERATE(std::string("ring"), std::string("block"));
  Simulation s(
      loaded(body == "ring" ? ring(24, 2) : std::string(kBlock),
             fmt::format(R"({{"type": "pressure", "body": "{}", "pressure": {}}})", body, p), 1));
  const View<Real> start = s.model.initial_coordinates();
  const std::vector<Real> start_force = load_force(s, start, 0);
  std::vector<Real> before(start.begin(), start.end()), now = before;
  const auto move_to = [&](Real turn, Real grow) {
    if (body == "block") {  // centre and angle
      now = {start[0] + grow, start[1] - turn, turn};
      return;
    }
    for (std::size_t i = 0; i < now.size(); i += 2) {
      const Real x = start[i] * (1 + grow), y = start[i + 1] + grow * start[i] * start[i + 1];
      now[i] = x * std::cos(turn) - y * std::sin(turn) + turn;
      now[i + 1] = x * std::sin(turn) + y * std::cos(turn);
    }
  };
  const auto area = [&](const std::vector<Real>& q) {  // of the ring's elements
    Real sum = 0;
    const View<Index> n = s.model.elements();
    for (std::size_t e = 0; e < n.size(); e += 3) {
      const auto x = [&](std::size_t k, Index d) {
        return q[static_cast<std::size_t>(2 * n[e + k] + d)];
      };
      sum +=
          ((x(1, 0) - x(0, 0)) * (x(2, 1) - x(0, 1)) - (x(1, 1) - x(0, 1)) * (x(2, 0) - x(0, 0))) /
          2;
    }
    return sum;
  };
  Real work = 0, size = 0;
  const int steps = 40;
  for (int k = 1; k <= steps; ++k) {
    const Real way = 2 * std::numbers::pi * k / steps;
    k == steps ? move_to(0, 0) : move_to(1.5 * std::sin(way), 0.3 * (1 - std::cos(way)));
    const std::vector<Real> f = load_force(s, before, 0), g = load_force(s, now, 0);
    for (std::size_t i = 0; i < now.size(); ++i) {
      const Real part = (f[i] + g[i]) / 2 * (now[i] - before[i]);
      work += part, size += std::abs(part);
    }
    if (body == "ring")
      CHECK(std::abs(work + p * thickness * (area(now) - area({start.begin(), start.end()}))) <=
            1e-12 * p);
    before = now;
  }
  CHECK(std::abs(work) <= 1e-12 * (size + p));
  for (std::size_t i = 0; i < start.size(); ++i) CHECK(load_force(s, now, 0)[i] == start_force[i]);
}

TEST_CASE(
    "dead pressure keeps its direction, and pressure that follows turns and grows with the edge",
    "[validation][loads]") {
  const auto force_on_right = [](bool follows) {
    Simulation s(loaded(kBar,
                        fmt::format(R"({{"type": "pressure", "body": "bar", "group": "right",
                                         "pressure": 100, "follows": {}}})",
                                    follows),
                        1));
    std::vector<Real> q(s.model.reference().begin(), s.model.reference().end());
    for (std::size_t i = 0; i < q.size(); i += 2) {  // twice the size, a quarter turn
      const Real x = q[i], y = q[i + 1];
      q[i] = -2 * y, q[i + 1] = 2 * x;
    }
    std::array<Real, 2> sum{};
    const std::vector<Real> f = load_force(s, q, 0);
    for (std::size_t i = 0; i < f.size(); ++i) sum[i % 2] += f[i];
    return sum;
  };
  const auto dead = force_on_right(false), following = force_on_right(true);
  CHECK(dead[0] == Approx(-100 * 0.2));
  CHECK(dead[1] == Approx(0).margin(1e-12));
  CHECK(following[0] == Approx(0).margin(1e-12));
  CHECK(following[1] == Approx(-100 * 0.4));
}

TEST_CASE(
    "a force on a group is shared in equal parts, on a place it is the nearest node's, on a body "
    "by mass",
    "[validation][loads]") {
  const auto force = [](const std::string& where) {
    Simulation s(loaded(kBar,
                        fmt::format(R"({{"type": "force", "body": "bar"{}, "force": [6, -3],
                                         "factor": {{"value": 2}}}})",
                                    where),
                        1));
    std::vector<Real> f = load_force(s, s.model.reference(), 0);
    f.push_back(s.model.mass()[0] / s.mass(0));
    return f;
  };
  const std::vector<Real> group = force(R"(, "group": "right")"),
                          at = force(R"(, "at": [3.9, -7])"), whole = force("");
  CHECK(std::ranges::count(group, 12.0 / 5) == 5);
  CHECK(std::ranges::count(group, -6.0 / 5) == 5);
  const std::size_t corner = 2 * 78;  // x = 3.9 on the lower side
  CHECK(at[corner] == 12);
  CHECK(at[corner + 1] == -6);
  CHECK(std::ranges::count(at, 0) == static_cast<Index>(at.size()) - 3);
  CHECK(whole[0] == Approx(12 * whole.back()));
}

TEST_CASE("loads on a rigid body give its centre and its angle their exact accelerations",
          "[validation][loads]") {
  const Real m = 500 * 2 * 0.25, inertia = m * (4 + 1) / 12, F = 8 * 1 * 0.25;  // edge, thickness
  Simulation s(
      loaded(kBlock,
             R"({"type": "traction", "body": "block", "group": "right", "traction": [3, 8]},
                         {"type": "force", "body": "block", "at": [5, 2], "force": [-4, 0]},
                         {"type": "force", "body": "block", "force": [0, 10]},
                         {"type": "pressure", "body": "block", "pressure": 77})",
             1, R"("supports": [],)"));
  const std::vector<Real>& a = s.stepper.state().a;
  CHECK(a[0] == Approx((3 * 0.25 - 4) / m).epsilon(1e-12));
  CHECK(a[1] == Approx((F + 10) / m).epsilon(1e-12));
  CHECK(a[2] == Approx((F * 1 + 4 * 0.5) / inertia).epsilon(1e-12));  // arms 1 and 1/2
}

TEST_CASE("a load that grows from next to nothing on a body at rest is no energy from nowhere",
          "[validation][loads]") {
  const std::string load = GENERATE(R"("type": "force", "body": "block", "force": [1e5, 0])",
                                    R"("type": "gravity", "acceleration": [100, 0])");
  const Real dt = GENERATE(5e-3, 1e-4), begin = GENERATE(0., 2.), from = GENERATE(0., 1e-3);
  CAPTURE(load, dt, begin, from);
  Simulation s(fmt::format(
      R"({{"bodies": [{{"name": "block", "density": 1000,
        "mesh": {{"type": "rectangle", "size": [1, 1], "cells": [2, 2]}},
        "material": {{"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}}}],
      "loads": [{{{}, "factor": {{"type": "ramp", "from": {}, "start": {}, "end": {}}}}}],
      "integrator": {{"type": "newmark"}}, "time": {{"end": {}, "step": {}}}}})",
      load, from, begin * dt, (begin + 1) * dt, 10 * dt, dt));
  s.run([](Simulation& now) { CHECK(now.balance.account().runaway() == ""); });
  CHECK(s.momentum(0, 0) ==
        Approx(1e5 * dt * (10 - begin - 0.5 + from * (begin + 0.5))).epsilon(1e-9));
}

TEST_CASE("momentum is the integral of loads over time, and their work is from outside",
          "[validation][loads]") {
  const auto [name, text] = GENERATE(table<std::string, std::string>({
      {"rigid", R"({"bodies": [)" + std::string(kBlock) + R"(], "loads": [)" + loads_on("block") +
                    R"(], "integrator": {"type": "newmark"},
                       "time": {"end": 0.02, "step": 1e-4}})"},
      {"elastic", loaded_square("newmark")},
      {"elastic, half-way forces", loaded_square("moreau_jean")},
  }));
  INFO(name);
  Simulation s(text);
  const core::Account& account = s.balance.account();
  Real before = account.energy(), outside = 0;
  s.run([&](Simulation&) {
    CHECK(std::abs(account.energy() - before - account.step().sum()) <= 1e-12 * account.scale());
    before = account.energy();
    outside = std::max(outside, std::abs(account.sum().outside));
  });
  CHECK(outside > 0.1 * account.scale());
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
  CHECK(account.gains().integration_share < 5e-3);
  CHECK(std::abs(account.sum().integration) < 5e-3 * account.scale());
  CHECK(account.gains().contact_share == 0);
  CHECK_FALSE(s.balance.free());
}

TEST_CASE("a run with loads is the same to the bit for any number of threads and from a checkpoint",
          "[validation][loads]") {
  const std::string text = loaded_square("newmark");
  Simulation straight(text), threads(text, 3), resumed(text);
  const auto step = [](Simulation& s, int times) {
    for (int k = 0; k < times; ++k) s.step();
  };
  step(straight, 40);
  conformance::MemoryArchive stepper, balance, system;
  straight.stepper.save(stepper);
  straight.balance.save(balance);
  straight.system.save(system);
  resumed.stepper.load(stepper);
  resumed.balance.load(balance);
  resumed.system.load(system);
  step(straight, 40);
  step(resumed, 40);
  step(threads, 80);
  for (const Simulation* other : {&resumed, &threads}) {
    CHECK(other->stepper.state().q == straight.stepper.state().q);
    CHECK(other->balance.external() == straight.balance.external());
    CHECK(other->balance.account().energy() == straight.balance.account().energy());
    CHECK(other->balance.account().sum().outside == straight.balance.account().sum().outside);
    CHECK(other->balance.linear_drift() == straight.balance.linear_drift());
  }
}

TEST_CASE("the force of dead loads is the negative gradient of their potential",
          "[validation][loads]") {
  const std::string text = GENERATE(
      loaded(kBar,
             R"({"type": "traction", "body": "bar", "group": "right", "traction": [3e6, 1e6],
                 "factor": {"type": "sine", "frequency": 0.3}},
                {"type": "gravity", "acceleration": [0, -10],
                 "factor": {"type": "ramp", "end": 1}})",
             1),
      R"({"bodies": [)" + std::string(kBlock) + R"(], "loads": [
            {"type": "force", "body": "block", "at": [5, 2], "force": [-4, 3]},
            {"type": "force", "body": "block", "force": [1, 2]}],
          "integrator": {"type": "newmark"}, "time": {"end": 1, "step": 1e-2}})");
  Simulation s(text);
  const Real time = 0.7, little = 1e-5;
  std::vector<Real> q(s.model.initial_coordinates().begin(), s.model.initial_coordinates().end());
  for (std::size_t i = 0; i < q.size(); ++i) q[i] += 1e-3 * std::sin(static_cast<Real>(i));
  const std::vector<Real> force = load_force(s, q, time);
  for (const std::size_t i : {std::size_t{0}, std::size_t{1}, q.size() - 1}) {
    const auto energy = [&](Real step) {
      std::vector<Real> moved = q;
      moved[i] += step;
      return s.model.loads().potential({.q = moved}, time, s.context());
    };
    CHECK((energy(-little) - energy(little)) / (2 * little) ==
          Approx(force[i]).epsilon(1e-6).margin(1e-6));
  }
}

TEST_CASE("the potential of a system holds that of its dead loads; a load that follows leaves none",
          "[validation][loads]") {
  const bool follows = GENERATE(false, true);
  Simulation s(loaded(kBar,
                      fmt::format(R"({{"type": "traction", "body": "bar", "group": "right",
                                       "traction": [3e6, 1e6],
                                       "factor": {{"type": "sine", "frequency": 0.3}}}},
                                     {{"type": "pressure", "body": "bar", "group": "top",
                                       "pressure": 2e6, "follows": {}}},
                                     {{"type": "gravity", "acceleration": [0, -10],
                                       "factor": {{"type": "ramp", "end": 1}}}},
                                     {{"type": "gravity", "acceleration": [4, 0]}})",
                                  follows),
                      1));
  const std::vector<Real> q(s.model.initial_coordinates().begin(),
                            s.model.initial_coordinates().end());
  std::vector<Real> u(q.size()), force(q.size());
  for (std::size_t i = 0; i < u.size(); ++i) u[i] = 1e-3 * std::sin(static_cast<Real>(i));
  const Real fraction = GENERATE(1.0, 0.5), little = 1e-6;
  const auto at = [&](const std::vector<Real>& moved) {
    return ForceQuery{.q = q, .u = moved, .fraction = fraction, .time = 0.7};
  };
  REQUIRE(s.system.force(at(u), force, s.context()));
  for (const std::size_t i : {std::size_t{0}, std::size_t{1}, q.size() - 2, q.size() - 1}) {
    const auto energy = [&](Real step) {
      std::vector<Real> moved = u;
      moved[i] += step;
      Real value = 0;
      const Outcome outcome = s.system.potential(at(moved), value, s.context());
      CHECK(bool(outcome) != follows);
      return value;
    };
    const Real slope = (energy(-little) - energy(little)) / (2 * little);
    if (!follows) CHECK(slope == Approx(fraction * force[i]).epsilon(1e-5).margin(1));
  }
}

TEST_CASE("a load that cannot be is refused with the reason", "[validation][loads]") {
  const auto refused = [](const std::string& load, const std::string& why) {
    const std::string bodies = std::string(kBar) + "," + kBlock + R"(,
      {"name": "floor", "type": "obstacle", "mesh": {"type": "rectangle"}, "translate": [0, -5]},
      {"name": "disk", "type": "rigid", "density": 1, "radius": 1, "translate": [0, 9]},
      {"name": "dust", "type": "particles", "points": [[0, 20]]})";
    CHECK_THROWS_WITH(Simulation(loaded(bodies, load, 1)), Catch::Contains(why));
  };
  refused(R"({"type": "traktion"})", "traction");
  refused(R"({"type": "traction", "body": "bra", "traction": [1, 0]})", "did you mean \"bar\"?");
  refused(R"({"type": "traction", "body": "bar", "group": "rihgt", "traction": [1, 0]})",
          "has no group \"rihgt\"; it has \"bottom\"");
  refused(R"({"type": "traction", "body": "bar"})", "traction");
  refused(R"({"type": "pressure", "body": "floor", "pressure": 1})",
          "an obstacle, which no force moves");
  refused(R"({"type": "pressure", "body": "disk", "pressure": 1})", "round and has no facets");
  refused(R"({"type": "force", "body": "disk", "at": [0, 0], "force": [1, 0]})",
          "the force acts at its centre");
  refused(R"({"type": "pressure", "body": "dust", "pressure": 1})", "have no boundary");
  refused(R"({"type": "force", "body": "dust", "group": "a", "force": [1, 0]})",
          "particles have no groups");
  refused(R"({"type": "force", "body": "bar", "group": "left", "at": [0, 0], "force": [1, 0]})",
          "one of them says where");
  refused(R"({"type": "gravity", "acceleration": [0, 1], "factor": {"type": "ramp"}})", "end");
  refused(R"({"type": "gravity", "acceleration": [0, 1], "factor":
              {"type": "table", "times": [0, 1], "values": [1, 2, 3]}})",
          "one value for each of \"times\"");
  refused(R"({"type": "gravity", "acceleration": [0, 1], "factor":
              {"type": "table", "times": [1, 0], "values": [1, 2]}})",
          "each time is later");
  refused(R"({"type": "gravity", "acceleration": [0, 1], "factor": {"type": "sin"}})", "sine");
  refused(R"({"type": "damping", "rate": 1, "factor": {"value": 2}})", "factor");
}
