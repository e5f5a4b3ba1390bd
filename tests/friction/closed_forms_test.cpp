// Whole runs against closed forms: blocks that slide, stop and stay, balls that bounce and roll.
#include <catch2/catch.hpp>
#include <numbers>

#include "scene.hpp"

using namespace tactus;
using namespace tactus::friction;
using tactus::testing::Simulation;

namespace {

constexpr Real kG = 9.81;
Real degrees(Real a) { return a * std::numbers::pi / 180; }

/// Way of a rigid block on an incline in a time, from rest.
Real slid(Real angle, Real friction, Real end, const std::string& solver) {
  Simulation s = scene(RigidBlock{}.text() + "," + kGround,
                       {.friction = friction, .angle = angle, .end = end, .solver = solver});
  const Real before = place(s, 0, 0);
  s.run();
  return place(s, 0, 0) - before;
}

std::string ball(Real radius, Real height, Real speed = 0, Real spin = 0) {
  return fmt::format(R"({{"name": "ball", "type": "rigid", "density": 1000, "radius": {:.17g},
    "translate": [0, {:.17g}], "velocity": {{"constant": [{:.17g}, 0], "spin": {:.17g}}}}})",
                     radius, radius + height, speed, spin);
}

/// The solvers that every closed form is asked of.
std::string each_solver() { return GENERATE(as<std::string>(), "gauss_seidel", "interior_point"); }

}  // namespace

TEST_CASE("FRC-3 a rigid block slides down an incline with the acceleration of Coulomb's law",
          "[friction][FRC-3]") {
  const std::string solver = each_solver();
  CAPTURE(solver);
  const auto [angle, mu] = GENERATE(std::pair(30., 0.2), std::pair(20., 0.3), std::pair(20., 0.));
  const Real a = kG * (std::sin(degrees(angle)) - mu * std::cos(degrees(angle)));
  CHECK(slid(degrees(angle), mu, 0.5, solver) == Approx(a * 0.125).epsilon(0.005));
}

TEST_CASE("FRC-3 below the threshold of friction a rigid block does not creep, above it it slides",
          "[friction][FRC-3]") {
  const std::string solver = each_solver();
  CAPTURE(solver);
  const Real angle = degrees(30), threshold = std::tan(angle);
  CHECK(std::abs(slid(angle, 0.7, 10, solver)) < 1e-9);
  CHECK(std::abs(slid(angle, 1.01 * threshold, 10, solver)) < 1e-9);
  CHECK(slid(angle, 0.99 * threshold, 1, solver) > 0.02);  // g (sin - mu cos)/2 = 0.0245 m
}

TEST_CASE("FRC-4 a sliding block stops where and when friction says, and loses its energy to it",
          "[friction][FRC-4]") {
  const std::string solver = each_solver();
  CAPTURE(solver);
  const Real mu = 0.3, v0 = 2, g = kG, h = 0.25, step = GENERATE(1e-3, 5e-4);
  const RigidBlock block{.speed = v0};
  Simulation s = scene(block.text() + "," + kGround,
                       {.friction = mu, .step = step, .end = 1, .solver = solver});
  const Real start = place(s, 0, 0);
  Real stopped = 0, work = 0, front = 0, back = 0;
  s.run([&](Simulation& now) {
    work += now.stepper.facts().contact.work;
    if (now.time() > 0.2 && now.time() < 0.3) {
      const auto& force = now.stepper.facts().contact.forces.vertex_force;
      // Corners of the block: lower left and lower right.
      Real by_side[2] = {};
      for (std::size_t v = 0; v < 4; ++v)
        by_side[now.model.surface().reference[2 * v] < 0.25 + now.model.surface().reference[0]
                    ? 0
                    : 1] += force[2 * v + 1];
      back = by_side[0], front = by_side[1];
    }
    if (stopped == 0 && std::abs(speed(now, 0, 0)) < 1e-10 * v0) stopped = now.time();
  });
  CHECK(stopped == Approx(v0 / (mu * g)).margin(2 * step));
  CHECK(place(s, 0, 0) - start == Approx(v0 * v0 / (2 * mu * g)).margin(step * v0));
  CHECK(std::abs(speed(s, 0, 0)) < 1e-10 * v0);
  CHECK(-work == Approx(block.mass() * v0 * v0 / 2).epsilon(0.005));
  CHECK(front - back == Approx(2 * mu * block.mass() * g * h / block.width).epsilon(1e-3));
  // At rest friction has nothing to hold.
  CHECK(std::abs(s.stepper.facts().outside.support_impulse[0]) < 1e-8 * block.mass() * g * step);
  CHECK(s.stepper.facts().outside.support_impulse[1] ==
        Approx(block.mass() * g * step).epsilon(1e-8));
}

TEST_CASE(
    "FRC-5 a ball bounces to e^2 of its height, and comes to rest after infinitely many impacts",
    "[friction][FRC-5]") {
  const std::string solver = each_solver();
  CAPTURE(solver);
  const Real e = 0.8, h = 1e-3, first = std::sqrt(2 / kG);
  Simulation s = scene(ball(0.1, 1) + "," + kGround,
                       {.restitution = e, .step = h, .end = 5, .solver = solver});
  std::vector<Real> hits, peaks;
  Real before = 0, deepest = 0, top = 0;
  const Real ground = place(s, 0, 1) - 1;
  s.run([&](Simulation& now) {
    const Real v = speed(now, 0, 1), height = place(now, 0, 1) - ground;
    deepest = std::max(deepest, -height);
    if (v > before + 0.1) {
      hits.push_back(now.time()), peaks.push_back(top), top = 0;
    }
    top = std::max(top, height);
    before = v;
  });
  REQUIRE(hits.size() > 4);
  CHECK(hits[0] == Approx(first).margin(2 * h));  // seen at the end of its step
  for (std::size_t n = 1; n < 4; ++n)
    CHECK(peaks[n] == Approx(std::pow(e, 2. * static_cast<Real>(n))).epsilon(0.01));
  CHECK(hits.back() < first * (1 + e) / (1 - e) * 1.01);
  CHECK(std::abs(speed(s, 0, 1)) < 1e-12);
  CHECK(deepest <= h * std::sqrt(2 * kG));  // at first touch at most dt |U_N|
}

TEST_CASE(
    "FRC-5 a ball without restitution stays where it falls, with e = 1 it does not rise higher",
    "[friction][FRC-5]") {
  const std::string solver = each_solver();
  CAPTURE(solver);
  const Real e = GENERATE(0., 1.), h = 1e-3;
  Simulation s = scene(ball(0.1, 0.2) + "," + kGround,
                       {.restitution = e, .step = h, .end = 1, .solver = solver});
  Real highest = -1, fastest_after = 0;
  const Real ground = place(s, 0, 1) - 0.2;
  bool hit = false;
  s.run([&](Simulation& now) {
    if (hit) fastest_after = std::max(fastest_after, std::abs(speed(now, 0, 1)));
    hit = hit || now.stepper.facts().contact.forces.contacts > 0;
    if (hit) highest = std::max(highest, place(now, 0, 1) - ground);
  });
  REQUIRE(hit);
  if (e == 0)
    CHECK(fastest_after < 1e-12 * std::sqrt(2 * kG * 0.2));
  else
    CHECK(highest <= 0.2 + 1e-9);
}

TEST_CASE("a disk slips until it rolls, and rolls on without friction", "[friction][case 4]") {
  const std::string solver = each_solver();
  CAPTURE(solver);
  const Real mu = 0.2, v0 = 3, r = 0.1, spin = GENERATE(0., 20., 80.), h = 1e-3;
  Simulation s = scene(ball(r, 0, v0, spin) + "," + kGround,
                       {.friction = mu, .step = h, .end = 2.5, .solver = solver});
  s.run();
  // I = m r^2/2; spin > 0 turns against the motion along +x.
  const Real end = (v0 - r * spin / 2) / 1.5;
  CHECK(speed(s, 0, 0) == Approx(end).margin(mu * kG * h));
  CHECK(speed(s, 0, 2) == Approx(-end / r).margin(2 * mu * kG * h / r));
  CHECK(std::abs(speed(s, 0, 0) + r * speed(s, 0, 2)) < 1e-10);
  const Real weight = 1000 * std::numbers::pi * r * r * kG * h;
  CHECK(std::abs(s.stepper.facts().outside.support_impulse[0]) < 1e-8 * weight);
}

TEST_CASE("two equal blocks stacked edge to edge stand for ten seconds without drift",
          "[friction][case 6]") {
  const std::string solver = each_solver();
  CAPTURE(solver);
  const RigidBlock low{.name = "low"}, high{.name = "high", .bottom = 0.5};
  const Real h = 1e-3, off = GENERATE(0., 0.1);
  RigidBlock top = high;
  top.middle = off;
  Simulation s = scene(low.text() + "," + top.text() + "," + kGround,
                       {.friction = 0.5, .step = h, .end = 10, .solver = solver});
  std::vector<Real> start;
  for (std::size_t b = 0; b < 2; ++b)
    for (int d = 0; d < 3; ++d) start.push_back(place(s, b, d));
  Real worst = 0;
  s.run([&](Simulation& now) {
    for (std::size_t b = 0; b < 2; ++b)
      for (int d = 0; d < 3; ++d) worst = std::max(worst, std::abs(speed(now, b, d)));
  });
  CHECK(worst < 1e-10 * kG * h);
  for (std::size_t b = 0, k = 0; b < 2; ++b)
    for (int d = 0; d < 3; ++d, ++k) CHECK(std::abs(place(s, b, d) - start[k]) < 1e-10);
  // What each interface carries; the centre of pressure of the upper one is under the upper block.
  const Real mg = top.mass() * kG;
  CHECK(s.stepper.facts().outside.support_impulse[1] == Approx(2 * mg * h).epsilon(1e-8));
  for (const auto& pair : s.stepper.facts().contact.forces.pairs)
    if (pair.body_a == 0 && pair.body_b == 1) {
      CHECK(-pair.impulse[1] == Approx(mg * h).epsilon(1e-8));
      CHECK(std::abs(pair.impulse[0]) < 1e-8 * mg * h);
    }
}

TEST_CASE("a block that stands too far out tips over", "[friction][case 6]") {
  const std::string solver = each_solver();
  CAPTURE(solver);
  const Real off = GENERATE(0.49, 0.51);
  const RigidBlock low{.name = "low"};
  const RigidBlock top{.name = "high", .middle = off, .bottom = 0.5};
  Simulation s = scene(low.text() + "," + top.text() + "," + kGround,
                       {.friction = 0.5, .end = 0.5, .solver = solver});
  s.run();
  if (off < 0.5)
    CHECK(std::abs(place(s, 1, 2)) < 1e-9);
  else
    CHECK(place(s, 1, 2) < -1e-3);
}

TEST_CASE("a rod that strikes the ground with one end leaves with more energy than it came with",
          "[friction][paradox]") {
  const std::string solver = each_solver();
  CAPTURE(solver);
  // T. R. Kane's example, with the figures of docs/theory/reactions.md: why restitution is 0 by default.
  const Real angle = 50 * std::numbers::pi / 180, thickness = 1e-3;
  Simulation s = scene(fmt::format(R"({{"name": "rod", "type": "rigid", "density": {:.17g},
      "rotate": {:.17g}, "translate": [0, {:.17g}], "velocity": [-0.7, -1],
      "mesh": {{"type": "rectangle", "size": [1, {}], "cells": [1, 1]}}}},)",
                                   1 / thickness, -angle, std::sin(angle) + 2.5e-5, thickness) +
                           kGround,
                       {.friction = 0.3,
                        .restitution = 0.9,
                        .gravity = 0,
                        .step = 1e-5,
                        .end = 1e-4,
                        .solver = solver});
  const Real before = s.balance.now().kinetic;
  Real friction = 0, normal = 0, work = 0;
  s.run([&](Simulation& now) {
    const core::StepFacts& f = now.stepper.facts();
    friction += f.contact.reactions.friction_dissipation,
        normal += f.contact.reactions.normal_energy_loss, work += f.contact.work;
    CHECK(f.contact.reactions.outside_of_cone <= 1e-8);
  });
  CHECK(normal == Approx(0.0526).margin(2e-4));
  CHECK(friction == Approx(-0.1084).margin(2e-4));
  CHECK(work == Approx(0.0558).margin(2e-4));
  CHECK(s.balance.now().kinetic - before == Approx(work).epsilon(1e-9));
  CHECK(s.balance.account().gains().contact_share > 1e-3);  // so that the verdict tells of it
}
