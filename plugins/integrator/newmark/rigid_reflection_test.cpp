// Rigid bodies that meet at any phase of a step: energy, momenta and impulses are those of a
// perfect reflection (docs/theory/rigid_bodies.md, "Restitution").
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::Simulation;

namespace {

std::string scene(const std::string& bodies, const std::string& constraint, Real step, Real end,
                  const std::string& more = "") {
  return fmt::format(R"({{"dimension": 2, "bodies": [{}], {}
    "integrator": {{"type": "newmark"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "{}"}},
                 "solver": {{"type": "local_sqp"}}}},
    "time": {{"end": {}, "step": {}}}}})",
                     bodies, more, constraint, end, step);
}

std::string disk(const std::string& name, Real radius, Real x, Real y, Real vx, Real vy,
                 Real density = 1) {
  return fmt::format(R"({{"name": "{}", "type": "rigid", "radius": {}, "translate": [{}, {}],
    "velocity": [{}, {}], "density": {}}})",
                     name, radius, x, y, vx, vy, density);
}

/// A regular polygon that spins.
std::string polygon(const std::string& name, int corners, Real angle, Real x, Real y, Real vx,
                    Real spin, Real density) {
  std::string points;
  for (int k = 0; k < corners; ++k) {
    const Real at = angle + 2 * std::numbers::pi * k / corners;
    points += fmt::format("{}[{}, {}]", k ? ", " : "", std::cos(at), std::sin(at));
  }
  return fmt::format(R"({{"name": "{}", "type": "rigid", "translate": [{}, {}], "density": {},
    "mesh": {{"type": "polygon", "size": 3, "points": [{}]}},
    "velocity": {{"constant": [{}, 0], "spin": {}}}}})",
                     name, x, y, density, points, vx, spin);
}

/// A wall below y = 0, driven upwards.
std::string floor_with(Real speed) {
  const std::string support =
      speed == 0 ? ""
                 : fmt::format(R"("supports": [{{"body": "floor", "velocity": [0, {}]}}],)", speed);
  return support;
}
const std::string kFloor = R"({"name": "floor", "type": "obstacle", "translate": [-2, -1],
  "mesh": {"type": "rectangle", "size": [4, 1], "cells": [4, 1]}}, )";

struct Course {
  Real energy = 0;     ///< largest |E - E_0| / E_0 after a step
  Real gain = 0;       ///< largest running sum of what contact gained, over E_0
  Index contacts = 0;  ///< steps with contact
};

Course run(Simulation& s) {
  const Real start = s.balance.initial();
  Course course;
  s.run([&](Simulation& now) {
    course.energy = std::max(course.energy, std::abs(now.balance.total() / start - 1));
    course.gain = std::max(course.gain, std::abs(now.balance.account().sum().contact) / start);
    course.contacts += now.stepper.facts().contact.forces.contacts > 0;
  });
  return course;
}

void check_reflected(Simulation& s) {
  const Course course = run(s);
  CHECK(course.contacts > 0);
  CHECK(course.energy <= 1e-12);
  CHECK(course.gain <= 1e-12);
  CHECK(s.balance.linear_drift() <= 1e-14 * s.balance.linear_scale());
  CHECK(s.balance.angular_drift() <= 1e-13 * s.balance.angular_scale());
}

/// m/s, component d of the velocity of the centre of a rigid body.
Real velocity(const Simulation& s, std::size_t body, int d) {
  return s.stepper.state()
      .v[static_cast<std::size_t>(s.model.layout().bodies[body].dofs.begin + d)];
}

}  // namespace

TEST_CASE("two disks part as fast as they met, at any phase of the step", "[newmark][rigid]") {
  const int phase = GENERATE(range(0, 8));
  const Real density = GENERATE(1., 7.), step = 1e-3, gap = 0.1 + 2 * step * phase / 8;
  CAPTURE(phase, density);
  Simulation s(
      scene(disk("a", 0.5, 0, 0, 1, 0) + ", " + disk("b", 0.4, 0.9 + gap, 0, -1, 0, density),
            "particle_gap", step, 0.3));
  check_reflected(s);
  CHECK(velocity(s, 1, 0) - velocity(s, 0, 0) == Approx(2).epsilon(1e-9));
  CHECK(velocity(s, 0, 1) == Approx(0).margin(1e-12));
}

TEST_CASE("disks that meet off their centres keep energy and momenta", "[newmark][rigid]") {
  const int phase = GENERATE(range(0, 8));
  const Real step = 1e-3, gap = 0.1 + 2 * step * phase / 8;
  CAPTURE(phase);
  Simulation s(scene(disk("a", 0.5, 0, 0, 1, 0) + ", " + disk("b", 0.4, 0.9 + gap, 0.5, -1, 0, 3),
                     "particle_gap", step, 0.5));
  check_reflected(s);
}

TEST_CASE("polygons part with the energy and the momenta with which they met", "[newmark][rigid]") {
  const int phase = GENERATE(range(0, 8)), corners = GENERATE(3, 4, 7);
  const Real step = 1e-3, gap = 0.1 + 2 * step * phase / 8;
  CAPTURE(phase, corners);
  Simulation s(scene(polygon("a", corners, 0.1, 0, 0, 1, 0.7, 1) + ", " +
                         polygon("b", 5, 0.4, 2 + gap, 0.6, -1, -0.3, 4),
                     "vertex_edge", step, 0.6));
  check_reflected(s);
}

TEST_CASE("a break keeps its energy, however long the step is", "[newmark][rigid]") {
  const Real step = GENERATE(1e-3, 3e-4, 1e-4), radius = 0.0286;
  CAPTURE(step);
  std::string balls = disk("cue", radius, -0.2, 0.003, 3, 0, 1700);
  for (int row = 0; row < 5; ++row)
    for (int k = 0; k <= row; ++k)
      balls +=
          ", " + disk(fmt::format("p{}{}", row, k), radius, row * (std::sqrt(3.) * radius + 1e-4),
                      (k - row / 2.) * (2 * radius + 1e-4), 0, 0, 1700);
  Simulation s(scene(balls, "particle_gap", step, 0.12));
  const Course course = run(s);
  CHECK(course.contacts >= 5);
  CHECK(course.energy <= 1e-12);
  CHECK(s.balance.linear_drift() <= 1e-14 * s.balance.linear_scale());
  CHECK(s.balance.angular_drift() <= 1e-13 * s.balance.angular_scale());
}

TEST_CASE("a disk comes back from a wall that stands or moves, and pairs have its momentum",
          "[newmark][rigid]") {
  const Real phase = GENERATE(0., 0.2, 0.5, 0.77, 0.99), wall = GENERATE(0., 0.5);
  const Real step = 1e-3, gap = 0.1 + phase * (1 + wall) * step;
  CAPTURE(phase, wall);
  Simulation s(scene(kFloor + disk("ball", 0.5, 0, 0.5 + gap, 0.3, -1), "disk_edge", step, 0.3,
                     floor_with(wall)));
  const Real mass = s.model.mass()[s.model.layout().bodies[1].dofs.begin];
  Real impulse = 0, support = 0;
  s.run([&](Simulation& now) {
    for (const core::PairImpulse& p : now.stepper.facts().contact.forces.pairs)
      impulse += p.body_a == 1 ? p.impulse[1] : -p.impulse[1];
    support += now.stepper.facts().outside.support_impulse[1];
  });
  CHECK(velocity(s, 1, 1) == Approx(1 + 2 * wall).epsilon(1e-9));
  CHECK(velocity(s, 1, 0) == Approx(0.3).epsilon(1e-12));
  CHECK(impulse == Approx(mass * (velocity(s, 1, 1) + 1)).epsilon(1e-12));
  CHECK(support == Approx(impulse).epsilon(1e-12));
  CHECK(s.balance.linear_drift() <= 1e-14 * s.balance.linear_scale());
  CHECK(s.balance.account().gains().contact_share <= 1e-12);
}

TEST_CASE("a ball that bounces a hundred times keeps its energy", "[newmark][rigid]") {
  Simulation s(scene(kFloor + disk("ball", 0.1, 0, 0.15, 0, 0), "disk_edge", 1e-3, 20.4,
                     R"("loads": [{"type": "gravity", "acceleration": [0, -9.81]}],)"));
  const Real fall = s.model.mass()[s.model.layout().bodies[1].dofs.begin] * 9.81 * 0.05;
  Real worst = 0;
  Index bounces = 0;
  s.run([&](Simulation& now) {
    worst = std::max(worst, std::abs(now.balance.total() - now.balance.initial()));
    bounces += now.stepper.facts().contact.forces.contacts > 0;
  });
  CHECK(bounces >= 100);
  CHECK(worst <= 1e-9 * fall);
}

TEST_CASE("a rigid block at rest stays at rest though it reflects", "[newmark][rigid]") {
  Simulation s(scene(kFloor + R"({"name": "block", "type": "rigid", "translate": [-0.2, 1e-6],
      "mesh": {"type": "rectangle", "size": [0.4, 0.2], "cells": [2, 1]}, "density": 100})",
                     "vertex_edge", 1e-3, 1,
                     R"("loads": [{"type": "gravity", "acceleration": [0, -9.81]}],)"));
  const Real weight = 100 * 0.08 * 9.81;
  s.run();
  // It lies where it fell from, within the energy of a fall over the gap. A rounding of its height of
  // 0.1 m changes the energy by 1e-15 J: at most ten per step, in 1,000 steps.
  CHECK(s.balance.total() - s.balance.initial() == Approx(0).margin(1e-11));
  CHECK(s.balance.now().kinetic <= weight * (1e-6 + 9.81 * 1e-6));
}

TEST_CASE("a contact problem with nodes in it is left to Kane's rule", "[newmark][rigid]") {
  // A particle on a rigid disk: e = |1 - 2 xi| as between particles.
  const Real phase = GENERATE(0.25, 0.5), step = 1e-2;
  CAPTURE(phase);
  Simulation s(scene(disk("disk", 0.1, 0, 0, 3, 0, 1 / (std::numbers::pi * 0.01)) +
                         fmt::format(R"(, {{"name": "grain", "type": "particles", "radius": 0.1,
                           "mass": 2, "points": [[{}, 0]]}})",
                                     0.2 + (7 + phase) * 3 * step),
                     "particle_gap", step, 0.2));
  s.run();
  const Real grain = s.momentum(1, 0) / 2, e = (grain - velocity(s, 0, 0)) / 3;
  CHECK(e == Approx(std::abs(1 - 2 * phase)).margin(1e-6));
}
