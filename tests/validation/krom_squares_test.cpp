// Kane et al.'s squares: layouts of the verification catalogue (KROM-4, KROM-5, KROM-11) and of the
// product's configuration.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::Simulation;

namespace {

std::string square(const std::string& name, Real x, Real y, Real vx, Real vy, int n,
                   int triangles) {
  return fmt::format(
      R"({{"name": "{}", "mesh": {{"type": "rectangle", "size": [1, 1], "cells": [{}, {}], "triangles": {}}},
        "translate": [{}, {}], "velocity": [{}, {}], "density": 1000,
        "material": {{"type": "neo_hookean", "lambda": 1.75e11, "mu": 0.801e11}}}})",
      name, n, n, triangles, x, y, vx, vy);
}

std::string scene(const std::vector<std::string>& bodies, Real end, const std::string& step,
                  const std::string& integrator = "", const std::string& broad_phase = "grid") {
  std::string list;
  for (const std::string& b : bodies) list += (list.empty() ? "" : ",\n") + b;
  return fmt::format(R"({{"description": "test", "dimension": 2, "bodies": [{}],
    "integrator": {{"type": "newmark", "beta": 0, "gamma": 0.5{}}},
    "contact": {{"broad_phase": {{"type": "{}"}}, "constraint": {{"type": "vertex_edge"}},
                 "solver": {{"type": "local_sqp"}}}},
    "time": {{"end": {}, "step": {}}}}})",
                     list, integrator, broad_phase, end, step);
}

/// KROM-4's layout: S1 falls on S2, S3 and S4 below.
std::vector<std::string> corners_of_squares(int n) {
  return {square("S1", 0.9, 2.36, 0, -3000, n, 2), square("S2", 0, 1.18, 0, 0, n, 2),
          square("S3", 0.95, 0, 0, 0, n, 2), square("S4", -0.9, 0, 0, 0, n, 2)};
}

/// What every example of the paper must show in every step.
struct Invariants {
  Real first_contact = -1;
  Index dirty = 0;
  Real largest_work = 0;
  void look(Simulation& s) {
    const auto& facts = s.stepper.facts();
    if (first_contact < 0 && facts.contact.forces.contacts > 0) first_contact = s.time();
    dirty += !s.audit().clean();
    largest_work = std::max(largest_work, facts.contact.work);
  }
  void check(const Simulation& s) const {
    CHECK(dirty == 0);
    CHECK(largest_work <= 1e-3 * s.balance.energy_scale());
    CHECK(s.balance.largest_total() <= 1.001 * s.balance.initial());
    CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
  }
};

}  // namespace

TEST_CASE("KROM-4 four squares meet on time, keep apart, keep momenta and lose little energy",
          "[validation][paper]") {
  const int n = GENERATE(8, 16);
  // Half the critical step of ELT-6 (4.72215e-6 s at 8 cells), given as a number.
  const Real dt = 0.5 * 4.72215e-6 * 8 / n;
  Simulation s(scene(corners_of_squares(n), 1.48e-3, fmt::format("{}", dt)));
  Invariants invariants;
  bool only_first_pair = true;
  Real vy[2] = {};
  s.run([&](Simulation& now) {
    invariants.look(now);
    for (const auto& pair : now.stepper.facts().contact.forces.pairs)
      if (now.time() < 2e-4)
        only_first_pair = only_first_pair && pair.body_a == 0 && pair.body_b == 1;
    if (now.time() <= 3e-4)
      for (std::size_t b = 0; b < 2; ++b) vy[b] = now.momentum(b, 1) / now.mass(b);
  });
  invariants.check(s);
  CHECK(s.balance.angular_drift() <= 1e-12 * s.balance.angular_scale());
  CHECK(invariants.first_contact >= 6.0e-5 - 1e-12);
  CHECK(invariants.first_contact <= 6.0e-5 + dt);
  CHECK(only_first_pair);
  // After the first collision, t = 3e-4: -1380/-1620 (8 cells), -1373/-1627 (16), 5 %.
  CHECK(vy[0] == Approx(n == 8 ? -1380 : -1373).epsilon(0.05));
  CHECK(vy[1] == Approx(n == 8 ? -1620 : -1627).epsilon(0.05));
  CHECK(s.balance.total() >= 0.96 * s.balance.initial());
}

TEST_CASE("KROM-4 without restoring, angular momentum changes by the formula alone",
          "[validation][paper]") {
  // dL = (dt/2) sum f x (x_{n+1} - x_n) per contact step; with f = impulse/dt at the vertices.
  Simulation s(
      scene(corners_of_squares(8), 3e-4, "2.36e-6", R"(, "restore_angular_momentum": false)"));
  std::vector<Real> before = s.stepper.state().q;
  Real formula = 0, largest = 0;
  const Real start = s.balance.now().angular[2];
  s.run([&](Simulation& now) {
    const auto& facts = now.stepper.facts();
    const auto& q = now.stepper.state().q;
    for (std::size_t v = 0; 2 * v < facts.contact.forces.vertex_force.size(); ++v) {
      const auto at = static_cast<std::size_t>(2 * now.model.vertex_node()[v]);
      const Real* f = facts.contact.forces.vertex_force.data() + 2 * v;
      formula += facts.dt / 2 * (f[0] * (q[at + 1] - before[at + 1]) - f[1] * (q[at] - before[at]));
    }
    before = q;
    const Real change = now.balance.now().angular[2] - start;
    largest = std::max(largest, std::abs(change - formula));
  });
  CHECK(std::abs(formula) > 1e-6 * s.balance.angular_scale());  // there is something to restore
  CHECK(largest <= 1e-12 * s.balance.angular_scale());
}

namespace {

/// KROM-5: the mover falls along y = x on three squares; `low` and itself lie on that line, `right` and
/// `up` are each other's images.
Simulation symmetric_squares(int n, Real nudge_x, Real nudge_y, Real end) {
  const Real v = -3000 / std::sqrt(2.);
  return Simulation(scene(
      {square("mover", 1.05 + nudge_x, 1.05 + nudge_y, v, v, n, 4), square("low", 0, 0, 0, 0, n, 4),
       square("right", 1.05, 0, 0, 0, n, 4), square("up", 0, 1.05, 0, 0, n, 4)},
      end, "\"auto\""));
}

/// m, largest distance of a node of `one` from where the image of its mirror node of `other` is, in
/// the line y = x. Nodes are each other's mirror where their places in their body's square are.
Real mirror_distance(const Simulation& one, const Simulation& other,
                     const std::vector<Real>& start) {
  constexpr std::size_t kImage[] = {0, 1, 3, 2};
  Real largest = 0;
  for (std::size_t b = 0; b < 4; ++b) {
    const Range nodes = one.model.bodies()[b].nodes, image = one.model.bodies()[kImage[b]].nodes;
    const auto x = [&](Index n, int d) { return start[static_cast<std::size_t>(2 * n + d)]; };
    const auto place = [&](Range r, Index n, int d) { return x(r.begin + n, d) - x(r.begin, d); };
    for (Index n = 0; n < nodes.size(); ++n) {
      Index m = 0;
      while (std::abs(place(image, m, 0) - place(nodes, n, 1)) > 1e-6 ||
             std::abs(place(image, m, 1) - place(nodes, n, 0)) > 1e-6)
        ++m;
      REQUIRE(m < image.size());
      for (int d = 0; d < 2; ++d)
        largest = std::max(largest,
                           std::abs(one.position(b, n, d) - other.position(kImage[b], m, 1 - d)));
    }
  }
  return largest;
}

}  // namespace

TEST_CASE("KROM-5 symmetric squares meet corner on corner, mirrored until the rule has to choose",
          "[validation][paper]") {
  const int n = GENERATE(4, 8);
  Simulation s = symmetric_squares(n, 0, 0, 8e-4);
  const std::vector<Real> start = s.stepper.state().q;
  Invariants invariants;
  Real before = 0;
  s.run([&](Simulation& now) {
    invariants.look(now);
    if (invariants.first_contact < 0) before = std::max(before, mirror_distance(now, now, start));
  });
  invariants.check(s);
  CHECK(s.balance.angular_drift() <= 1e-12 * s.balance.angular_scale());
  const Real touch = 0.05 / (3000 / std::sqrt(2.));
  CHECK(invariants.first_contact >= touch * (1 - 1e-12));
  CHECK(invariants.first_contact <= touch + s.stepper.step_size());
  CHECK(before <= 1e-14);
  // One branch is taken of two that are equally good: the corner goes to one side, by far.
  CHECK(mirror_distance(s, s, start) > 1e-3);
}

TEST_CASE("KROM-5 a nudge of 1e-9 decides, and its mirror image gives the mirrored outcome",
          "[validation][paper]") {
  const auto turn = [](const Simulation& s) {
    return (s.momentum(0, 0) - s.momentum(0, 1)) / (3000 * s.mass(0));
  };
  Simulation right = symmetric_squares(4, 1e-9, 0, 4e-4), up = symmetric_squares(4, 0, 1e-9, 4e-4),
             left = symmetric_squares(4, -1e-9, 0, 4e-4);
  const std::vector<Real> start = right.stepper.state().q;
  for (Simulation* s : {&right, &up, &left}) s->run();
  CHECK(mirror_distance(right, up, start) <= 1e-10);
  CHECK(std::abs(turn(right)) > 0.01);
  CHECK(turn(up) == Approx(-turn(right)).epsilon(1e-8));
  // But for a shift along the line of symmetry, left is the same as up.
  CHECK(turn(left) == Approx(turn(up)).epsilon(1e-4));
}

TEST_CASE("KROM-11 far pairs of squares move as they do alone, to the bit", "[validation][paper]") {
  // The scene's centre and scales are part of the arithmetic, so the pairs run alone are given them
  // by a third and fourth body at rest where the other pair is.
  const auto pair = [](const std::string& name, Real x, Real vy) {
    return std::vector<std::string>{square(name + "_upper", x + 0.9, 1.05, 0, vy, 4, 4),
                                    square(name + "_lower", x, 0, 0, 0, 4, 4)};
  };
  const auto both_moving = [&](Real va, Real vb) {
    auto bodies = pair("a", -64, va);
    for (auto& b : pair("b", 64, vb)) bodies.push_back(b);
    return scene(bodies, 4e-4, "2e-6");
  };
  Simulation both(both_moving(-2000, -3000)), first(both_moving(-2000, 0)),
      second(both_moving(0, -3000));
  for (Simulation* s : {&both, &first, &second}) s->run();
  const auto same = [&](const Simulation& alone, std::size_t body) {
    const Range nodes = both.model.bodies()[body].nodes;
    for (Index k = 2 * nodes.begin; k < 2 * nodes.end; ++k) {
      const auto i = static_cast<std::size_t>(k);
      if (both.stepper.state().q[i] != alone.stepper.state().q[i] ||
          both.stepper.state().v[i] != alone.stepper.state().v[i])
        return false;
    }
    return true;
  };
  CHECK(same(first, 0));
  CHECK(same(first, 1));
  CHECK(same(second, 2));
  CHECK(same(second, 3));
  CHECK(both.momentum(1, 1) < 0);  // they did collide
  CHECK(both.momentum(3, 1) < 0);
}

TEST_CASE("the paper's four squares lose 0.5 to 4 % of their energy, less on the finer mesh",
          "[validation][paper]") {
  Real loss[2] = {};
  for (const int n : {8, 16}) {
    std::vector<std::string> sets;
    for (int b = 0; b < 4; ++b)
      sets.push_back(fmt::format("/bodies/{}/mesh/cells=[{}, {}]", b, n, n));
    auto s = Simulation::from_file(TACTUS_SOURCE_DIR "/configs/paper/four_squares.json", sets);
    Invariants invariants;
    s.run([&](Simulation& now) { invariants.look(now); });
    invariants.check(s);
    CHECK(s.balance.angular_drift() <= 1e-12 * s.balance.angular_scale());
    const Real touch = 0.1794 / 3000;
    CHECK(invariants.first_contact >= touch * (1 - 1e-12));
    CHECK(invariants.first_contact <= touch + s.stepper.step_size());
    loss[n == 16] = 1 - s.balance.total() / s.balance.initial();
  }
  CHECK(loss[0] >= 0.005);
  CHECK(loss[0] <= 0.04);
  CHECK(loss[1] >= 0.005);
  CHECK(loss[1] < loss[0]);
}

namespace {

/// Four squares with all lengths times `scale` (velocities the same, times therefore too), moved by
/// `offset` in both directions.
std::string scaled_squares(Real scale, Real offset, const std::string& step = "\"auto\"") {
  const auto place = [&](const std::string& name, Real x, Real y, Real vy) {
    return fmt::format(
        R"({{"name": "{}", "mesh": {{"type": "rectangle", "size": [{}, {}], "cells": [8, 8]}},
          "translate": [{}, {}], "velocity": [0, {}], "density": 1000,
          "material": {{"type": "neo_hookean", "lambda": 1.75e11, "mu": 0.801e11}}}})",
        name, scale, scale, scale * x + offset, scale * y + offset, vy);
  };
  return scene({place("mover", 0.9, 1.1794, -3000), place("target", 0, 0, 0),
                place("right", 0.93, -1.3, 0), place("left", -0.95, -1.4, 0)},
               scale * 8e-4, step);
}

}  // namespace

TEST_CASE("lengths times a power of two give the same bits", "[validation][paper]") {
  const Real scale = GENERATE(0x1p-10, 0x1p+10);
  Simulation one(scaled_squares(1, 0)), other(scaled_squares(scale, 0));
  one.run();
  other.run();
  REQUIRE(one.stepper.steps() == other.stepper.steps());
  CHECK(one.balance.now().kinetic * scale * scale == other.balance.now().kinetic);
  bool same = true;
  for (std::size_t i = 0; i < one.stepper.state().q.size(); ++i)
    same = same && one.stepper.state().q[i] * scale == other.stepper.state().q[i] &&
           one.stepper.state().v[i] == other.stepper.state().v[i];
  CHECK(same);
}

TEST_CASE("lengths times 1e-3 and 1e3 give the same motion until round-off grows",
          "[validation][paper]") {
  const Real scale = GENERATE(1e-3, 1e3);
  // The step is given: "auto" finds it by iteration, to fewer digits than are compared.
  Simulation one(scaled_squares(1, 0, "2e-6")),
      other(scaled_squares(scale, 0, fmt::format("{}", scale * 2e-6)));
  Invariants invariants;
  Real apart = 0, faster = 0;
  while (!other.stepper.finished()) {
    other.step();
    invariants.look(other);
    if (one.stepper.finished()) continue;
    one.step();
    REQUIRE(other.time() == Approx(scale * one.time()).epsilon(1e-12));
    if (one.time() > 3e-4) continue;  // before collisions part: the first one lasts to 2e-4 s
    for (std::size_t i = 0; i < one.stepper.state().q.size(); ++i) {
      const auto &a = one.stepper.state(), &b = other.stepper.state();
      apart = std::max(apart, std::abs(a.q[i] - b.q[i] / scale));
      faster = std::max(faster, std::abs(a.v[i] - b.v[i]));
    }
  }
  invariants.check(other);
  CHECK(other.balance.angular_drift() <= 1e-12 * other.balance.angular_scale());
  CHECK(one.stepper.steps() == other.stepper.steps());
  CHECK(apart > 0);  // not the same bits: 1e3 is no power of two
  CHECK(apart <= 1e-6);
  CHECK(faster <= 1e-6 * 3000);
}

TEST_CASE("a million lengths away from the origin the squares run clean", "[validation][paper]") {
  Simulation near(scaled_squares(1, 0)), far(scaled_squares(1, 1e6));
  Invariants invariants;
  near.run();
  far.run([&](Simulation& now) { invariants.look(now); });
  invariants.check(far);
  CHECK(far.balance.angular_drift() <= 1e-12 * far.balance.angular_scale());
  // The places themselves are rounded to 1e-10 there; before the collisions part, so are results.
  CHECK(far.balance.total() == Approx(near.balance.total()).epsilon(1e-3));
}
