// A rigid square on an incline: no vibrations, so that rest is rest and the acceleration is exact.
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "core/run/body_facts.hpp"
#include "core/scene/options/declared_option.hpp"
#include "core/support/step_error.hpp"
#include "incline.hpp"
#include "scene.hpp"
#include "tests/support/sled_kind.hpp"

using namespace tactus;
using namespace tactus::friction;
using tactus::testing::Simulation;

namespace {

Simulation square(Real friction, Real speed, Real end) {
  return incline(fmt::format(R"("name": "square", "type": "rigid", "velocity": [{}, 0],
      "mesh": {{"type": "rectangle", "size": [1, 1], "cells": [2, 2]}})",
                             speed),
                 friction, fmt::format(R"("end": {}, "step": 1e-3)", end));
}

const std::vector<Real>& velocity(const Simulation& s) { return s.stepper.state().v; }
Real place(const Simulation& s) {
  return s.stepper.state()
      .q[static_cast<std::size_t>(s.model.layout().bodies[0].coordinates.begin)];
}
std::size_t dof(const Simulation& s, int d) {
  return static_cast<std::size_t>(s.model.layout().bodies[0].dofs.begin + d);
}

/// A ball above the ground, which starts from rest.
Simulation dropped(Real radius, Real height, const std::string& step, Real end) {
  return Simulation(fmt::format(
      R"({{"bodies": [{{"name": "ball", "type": "rigid", "density": 1000, "radius": {:.17g}, "translate": [0, {:.17g}]}}, {}],
    "loads": [{{"type": "gravity", "acceleration": [0, -9.81]}}],
    "integrator": {{"type": "moreau_jean"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_to_facet"}},
      "solver": {{"type": "interior_point"}},
      "laws": [{{"between": ["*", "*"], "type": "nonsmooth_force", "restitution": 0.5}}]}},
    "time": {{"end": {:.17g}, "step": {}}}}})",
      radius, height, kGround, end, step));
}

}  // namespace

TEST_CASE("a rigid square slides down an incline with the acceleration of a point mass",
          "[friction]") {
  const Real mu = GENERATE(0.0, 0.2), end = 0.2;
  Simulation s = square(mu, 1, end);
  s.run();
  const Real acceleration = kGravity * (std::sin(kAngle) - mu * std::cos(kAngle));
  CHECK((velocity(s)[dof(s, 0)] - 1) / end == Approx(acceleration).epsilon(1e-6));
  CHECK(std::abs(velocity(s)[dof(s, 1)]) < 1e-9);
  CHECK(std::abs(velocity(s)[dof(s, 2)]) < 1e-9);  // 1/2 side arm: it does not tip over
}

TEST_CASE("a kind of body that only this test knows slides down an incline like a rigid square",
          "[friction]") {
  const core::BodyKindType sled = testing::sled_kind();
  const Real mu = 0.2, end = 0.2;
  Simulation s = incline(
      R"("name": "sled", "type": "rigid", "velocity": [1, 0],
      "mesh": {"type": "rectangle", "size": [1, 1], "cells": [2, 2]})",
      mu, fmt::format(R"("end": {}, "step": 1e-3)", end),
      [&](core::Configuration& c) { c.bodies[0].become(sled), c.bodies[0].mass = 50; });
  CHECK(s.model.layout().bodies[0].dofs.size() == 2);
  s.run();
  const Real acceleration = kGravity * (std::sin(kAngle) - mu * std::cos(kAngle));
  CHECK((velocity(s)[dof(s, 0)] - 1) / end == Approx(acceleration).epsilon(1e-6));
  CHECK(std::abs(velocity(s)[dof(s, 1)]) < 1e-9);
  const auto& facts = s.stepper.facts();
  CHECK(facts.outside.support_impulse[1] / facts.dt ==
        Approx(50 * kGravity * std::cos(kAngle)).epsilon(1e-6));
  const auto figures = core::body_facts(s.configuration(), s.model);
  CHECK(figures[0].mass == 50);
  CHECK(figures[0].elements == 16);
}

TEST_CASE("supports refuse bodies of such a kind by its name, and its options are described",
          "[friction]") {
  const core::BodyKindType sled = testing::sled_kind();
  const auto held = [&] {
    (void)incline(R"("name": "sled", "type": "rigid",
      "mesh": {"type": "rectangle", "size": [1, 1], "cells": [2, 2]})",
                  0, R"("end": 0.1)", [&](core::Configuration& c) {
                    c.bodies[0].become(sled);
                    c.supports.emplace_back().body = "sled";
                  });
  };
  CHECK_THROWS_WITH(held(), Catch::Contains("\"sled\" is sled, and supports hold nodes"));
  core::OptionList options;
  sled.describe(options);
  std::vector<std::string> names;
  for (const core::DeclaredOption& o : options.options()) names.push_back(o.name);
  CHECK(names == std::vector<std::string>{"name", "mass", "scale", "rotate", "translate"});
}

TEST_CASE("a rigid square that friction holds is at rest", "[friction]") {
  Simulation s = square(0.6, 0, 0.2);  // tan(0.4) = 0.42
  s.run();
  for (int d = 0; d < 3; ++d) CHECK(std::abs(velocity(s)[dof(s, d)]) < 1e-9);
  const auto& facts = s.stepper.facts();
  CHECK(facts.outside.support_impulse[1] / facts.dt ==
        Approx(1000 * kGravity * std::cos(kAngle)).epsilon(1e-6));
}

TEST_CASE("a rigid square thrown up an incline stops where friction says", "[friction]") {
  const Real mu = 0.6, thrown = 1;
  Simulation s = square(mu, -thrown, 0.3);
  const Real start = place(s);
  s.run();
  const Real deceleration = kGravity * (std::sin(kAngle) + mu * std::cos(kAngle));
  CHECK(start - place(s) ==
        Approx(thrown * thrown / (2 * deceleration)).margin(thrown * 1e-3));  // a step's way
  CHECK(std::abs(velocity(s)[dof(s, 0)]) < 1e-9);
}

TEST_CASE("a ball that would fall through the ground within a step is refused or falls in substeps",
          "[friction]") {
  const auto drop = [](Real step, Real end) {
    return scene(R"({"name": "ball", "type": "rigid", "density": 1000, "radius": 0.1,
                     "translate": [0, 10.1]}, )" +
                     kGround,
                 {.restitution = 0.8, .step = step, .end = end, .solver = "interior_point"});
  };
  for (const Real step : {5., 2.}) {
    Simulation s = drop(step, 5);
    CHECK_THROWS_WITH(s.run(), Catch::Contains("something could pass through unseen"));
  }
  const Real impact = std::sqrt(2 * 10 / 9.81), speed_then = 0.8 * 9.81 * impact;
  for (const Real step : {0.1, 1e-3}) {
    Simulation s = drop(step, 1.6);
    s.run();
    CHECK(friction::place(s, 0, 1) > 0.1);
    CHECK(friction::speed(s, 0, 1) == Approx(speed_then - 9.81 * (1.6 - impact)).epsilon(0.05));
  }
}

TEST_CASE("a ball that falls from rest lands at any length of step or is refused", "[friction]") {
  std::mt19937 random(11);
  int landed = 0, refused = 0;
  for (int i = 0; i < 40; ++i) {
    const auto uniform = [&](Real a, Real b) {
      return std::uniform_real_distribution<Real>(a, b)(random);
    };
    const Real radius = std::pow(10, uniform(-2, 0)),
               height = radius + std::pow(10, uniform(-1, 1.5));
    const Real fall = std::sqrt(2 * (height - radius) / 9.81),
               step = fall * std::pow(10, uniform(-2, 0.5));
    CAPTURE(i, radius, height, step / fall);
    Simulation s = dropped(radius, height, fmt::format("{:.17g}", step), 2 * fall);
    try {
      s.run();
      ++landed;
      const auto first = static_cast<std::size_t>(s.model.layout().bodies[0].coordinates.begin);
      CHECK(s.stepper.state().q[first + 1] > 0);
    } catch (const core::StepError& e) {
      ++refused;
      CHECK_THAT(e.what(), Catch::Contains("something could pass through unseen"));
    }
  }
  CHECK(landed >= 10);
  CHECK(refused >= 3);
}

TEST_CASE("no step is chosen where nothing limits one", "[friction]") {
  CHECK_THROWS_WITH(dropped(0.1, 1, "\"auto\"", 1),
                    Catch::Contains("/time/step") && Catch::Contains("give a step in seconds"));
}
