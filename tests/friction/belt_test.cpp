// The conveyor belt of the gallery, a floor that is no body and moves: its friction, its impulses and its
// work, against what statics and momenta say.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "scene.hpp"

namespace tactus::friction {
namespace {

constexpr Real kBeltSpeed = 1, kBeltFriction = 0.3, kWeight = 9.81;
const Real kFollows = kBeltSpeed / (kBeltFriction * kWeight);  // s

testing::Simulation conveyor(std::vector<std::string> sets) {
  return testing::Simulation::from_file(
      std::string(TACTUS_SOURCE_DIR) + "/configs/gallery/conveyor.json", sets);
}

Real mass_of(const testing::Simulation& s, std::size_t body) {
  const Body& b = s.model.layout().bodies[body];
  return b.rotation.empty() ? s.mass(body) : s.model.mass()[b.dofs.begin];
}

/// Impulse of the belt on a body in the step that was made.
Vec<2> from_belt(const testing::Simulation& s, std::size_t body) {
  const auto belt = static_cast<std::int32_t>(s.model.layout().bodies.size());
  for (const core::PairImpulse& pair : s.stepper.facts().contact.forces.pairs)
    if (pair.body_a == static_cast<std::int32_t>(body) && pair.body_b == belt)
      return {pair.impulse[0], pair.impulse[1]};
  return Vec<2>::Zero();
}

}  // namespace

TEST_CASE("rigid blocks follow a belt V/(mu g) after they were let go, to one step",
          "[friction][floor]") {
  testing::Simulation s = conveyor({"/time/end=0.6", "/time/step=2e-4"});
  const std::size_t bodies = s.model.bodies().size();
  std::vector<Real> follows(bodies, 0);
  Real before = 0;
  s.run([&](testing::Simulation& now) {
    const Real dt = now.time() - before;
    before = now.time();
    for (std::size_t b = 0; b < bodies; ++b) {
      if (now.model.layout().bodies[b].rotation.empty()) continue;
      const Real speed = now.momentum(b, 0) / mass_of(now, b);
      if (follows[b] == 0 && speed >= kBeltSpeed * (1 - 1e-9)) follows[b] = now.time();
      if (now.time() > kFollows + dt) CHECK(std::abs(speed - kBeltSpeed) < 1e-9);
      if (now.time() < kFollows - dt) CHECK(speed < kBeltSpeed - 1e-9);
    }
  });
  for (std::size_t b = 0; b < bodies; ++b)
    if (!s.model.layout().bodies[b].rotation.empty())
      CHECK(follows[b] == Approx(kFollows).margin(2e-4));
}

TEST_CASE(
    "friction of a belt on a deformable block is mu times all normal reactions while it slips",
    "[friction][floor]") {
  // Whatever it does in itself: v_x = mu (g t + v_y). Later its lower side sticks and slips in turn, so that
  // it takes longer than a rigid block, and oscillates about the speed of the belt.
  testing::Simulation s = conveyor({"/time/end=0.6", "/time/step=2e-4"});
  const std::size_t rubber = s.model.bodies().size() - 1;
  REQUIRE(s.model.layout().bodies[rubber].rotation.empty());
  Real follows = 0, fastest = 0;
  s.run([&](testing::Simulation& now) {
    const Real m = mass_of(now, rubber), speed = now.momentum(rubber, 0) / m;
    const Real slips = kBeltFriction * (kWeight * now.time() + now.momentum(rubber, 1) / m);
    CHECK(speed <= slips + 1e-9);
    if (now.time() < kFollows / 2) CHECK(speed == Approx(slips).margin(1e-9));
    if (follows == 0 && speed >= 0.99 * kBeltSpeed) follows = now.time();
    fastest = std::max(fastest, speed);
  });
  CHECK(follows > 0.99 * kFollows);
  CHECK(follows < 1.2 * kFollows);
  CHECK(fastest < 1.01 * kBeltSpeed);
}

TEST_CASE("a deformable block follows a belt V/(mu g) after it was put down, to one step",
          "[friction][floor]") {
  // With theta = 1 its vibrations die within a few steps, so that all of its lower side slips until it follows.
  const auto [young, step] =
      GENERATE(std::pair(1e7, 1e-3), std::pair(1e7, 5e-3), std::pair(1e9, 1e-3));
  CAPTURE(young, step);
  testing::Simulation s(fmt::format(
      R"({{"bodies": [{{"name": "rubber", "density": 1000,
           "mesh": {{"type": "rectangle", "size": [0.5, 0.3], "cells": [5, 3]}},
           "material": {{"type": "neo_hookean", "young": {}, "poisson": 0.4}}}}],
        "loads": [{{"type": "gravity", "acceleration": [0, {}]}}],
        "integrator": {{"type": "moreau_jean", "theta": 1}},
        "contact": {{"broad_phase": {{"type": "grid"}},
          "constraint": {{"type": "floor", "name": "belt", "normal": [0, 1], "velocity": [{}, 0]}},
          "solver": {{"type": "gauss_seidel", "tolerance": 1e-11}},
          "laws": [{{"between": ["*", "belt"], "type": "nonsmooth_force", "friction": {}}}]}},
        "time": {{"end": 0.5, "step": {}}}}})",
      young, -kWeight, kBeltSpeed, kBeltFriction, step));
  Real follows = 0, pushed = 0, fastest = 0;
  s.run([&](testing::Simulation& now) {
    pushed += from_belt(now, 0)[0];
    const Real speed = pushed / mass_of(now, 0);
    if (follows == 0 && speed >= kBeltSpeed * (1 - 1e-6)) follows = now.time();
    if (now.time() > kFollows / 10 && now.time() < kFollows - step)
      CHECK(speed == Approx(kBeltFriction * kWeight * now.time()).epsilon(1e-2));
    fastest = std::max(fastest, speed);
  });
  CHECK(follows == Approx(kFollows).margin(step));
  CHECK(fastest < 1.01 * kBeltSpeed);
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
}

TEST_CASE("the impulses of a belt are booked under its name, and momenta and energy are kept",
          "[friction][floor]") {
  testing::Simulation s = conveyor({"/time/end=0.5", "/time/step=2e-4"});
  CHECK(s.configuration().contact.outside == std::vector<std::string>{"belt"});
  const std::size_t bodies = s.model.bodies().size();
  std::vector<Vec<2>> sum(bodies, Vec<2>::Zero());
  s.run([&](testing::Simulation& now) {
    for (std::size_t b = 0; b < bodies; ++b) sum[b] += from_belt(now, b);
  });
  for (std::size_t b = 0; b < bodies; ++b) {
    const Real m = mass_of(s, b);
    INFO("body " << b);
    CHECK(sum[b][0] == Approx(s.momentum(b, 0)).margin(1e-12 * m));
    CHECK(sum[b][1] == Approx(s.momentum(b, 1) + m * kWeight * s.time()).margin(1e-11 * m));
  }
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
  CHECK_FALSE(s.balance.free());
}

}  // namespace tactus::friction
