// Implicit steps with contact that cannot be made: what is said, and that the last good state is kept. Before
// that, what only looks hopeless is followed.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/support/simulation.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

struct Press {
  std::string material = "neo_hookean";
  Real speed = 1;        ///< m/s, of the plate that comes down on a block of 0.2 m
  std::string solver{};  ///< further options
  Real end = 0.3;

  std::string scene() const {
    return fmt::format(R"({{"dimension": 2, "bodies": [
      {{"name": "block", "density": 1000, "translate": [0, 0.001],
        "mesh": {{"type": "rectangle", "size": [0.2, 0.2], "cells": [4, 4]}},
        "material": {{"type": "{}", "young": 1e6, "poisson": 0.3}}}},
      {{"name": "floor", "type": "obstacle", "translate": [-0.4, -0.1],
        "mesh": {{"type": "rectangle", "size": [1, 0.1], "cells": [2, 1]}}}},
      {{"name": "press", "type": "obstacle", "translate": [-0.4, 0.202],
        "mesh": {{"type": "rectangle", "size": [1, 0.1], "cells": [2, 1]}}}}],
      "supports": [{{"body": "press", "velocity": [0, -{}]}}],
      "integrator": {{"type": "newmark", "beta": 0.25, "mass": "lumped"}},
      "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "vertex_edge"}},
                   "solver": {{"type": "sqp"{}}}}},
      "time": {{"end": {}, "step": 1e-3}}}})",
                       material, speed, solver, end);
  }
};

struct Ended {
  std::string error;
  Real time = 0;  ///< s, of the last state
  Index dirty = 0;
};

Ended run(Simulation& s) {
  Ended ended;
  try {
    s.run([&](Simulation& now) {
      ended.time = now.time();
      ended.dirty += !now.audit().clean();
    });
  } catch (const core::StepError& e) {
    ended.error = e.what();
  }
  return ended;
}

}  // namespace

TEST_CASE(
    "a support that pushes what is at rest brings in the first energy, which is no gain of contact",
    "[implicit][sqp]") {
  Simulation s(Press{.speed = 0.3, .end = 0.05}.scene());
  Index retries = 0;
  s.run([&](Simulation& now) { retries += now.stepper.facts().retries; });
  CHECK(retries == 0);
  CHECK(s.balance.account().sum().outside > 0);
  CHECK(s.balance.account().gains().contact_share <= s.balance.account().gain_limit());
}

TEST_CASE("a block between plates that close is followed until there is no room, and then named",
          "[implicit][sqp]") {
  Simulation s(Press{}.scene());
  const Ended ended = run(s);
  // The plates meet at 0.202 s.
  CHECK(ended.time > 0.2);
  CHECK(ended.time <= 0.202);
  CHECK(ended.dirty == 0);
  CHECK_THAT(ended.error, Catch::Contains("a millionth of the step that was asked for") &&
                              Catch::Contains("\"block\""));
  CHECK(s.time() == ended.time);
}

TEST_CASE("a material that gives way under pressure ends the run, not in endless short steps",
          "[implicit][sqp]") {
  // St. Venant-Kirchhoff's law resists no compression below 1/sqrt(3) of the length.
  Simulation s(Press{.material = "st_venant_kirchhoff"}.scene());
  const Ended ended = run(s);
  CHECK(ended.time < 0.15);
  CHECK(ended.dirty == 0);
  CHECK(s.stepper.steps() < 1000);
  CHECK_THAT(ended.error,
             Catch::Contains("st_venant_kirchhoff") && Catch::Contains("could not be made"));
}

TEST_CASE("iterations that never suffice are told at the smallest step", "[implicit][sqp]") {
  Simulation s(Press{.solver = R"(, "iterations": 1)"}.scene());
  const Ended ended = run(s);
  CHECK(ended.dirty == 0);
  CHECK_THAT(ended.error, Catch::Contains("did not converge within 1 iteration: "));
}

TEST_CASE("walls that cross over a grain leave it no room, which is said of the grain",
          "[implicit][sqp]") {
  Simulation s(R"({"dimension": 2, "bodies": [
      {"name": "grain", "type": "particles", "mass": 1, "radius": 0.01, "points": [[0, 0.02]]},
      {"name": "floor", "type": "obstacle", "half_space": {"normal": [0, 1]}},
      {"name": "lid", "type": "obstacle", "half_space": {"point": [0, 0.05], "normal": [0, -1]}}],
    "supports": [{"body": "lid", "velocity": [0, -1]}],
    "integrator": {"type": "newmark", "beta": 0.25},
    "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "half_space"},
                "solver": {"type": "sqp"}},
    "time": {"end": 0.1, "step": 1e-3}})");
  const Ended ended = run(s);
  // Between the walls are 0.02 m, as much as the grain is wide, after 0.03 s.
  CHECK(ended.time > 0.0299);
  CHECK(ended.time <= 0.03);
  CHECK(ended.dirty == 0);
  CHECK_THAT(
      ended.error,
      Catch::Contains("contacts contradict each other: no correction of the step satisfies") &&
          Catch::Contains("\"grain\""));
  CHECK(s.time() == ended.time);
}

TEST_CASE("a step whose predictor inverts elements is solved from where it starts",
          "[implicit][sqp]") {
  // In a step of 1 ms the block would turn inside out, by 1.2 times its width.
  Simulation s(R"({"dimension": 2, "bodies": [
      {"name": "block", "density": 1000, "mesh": {"type": "rectangle", "size": [0.2, 0.2], "cells": [4, 4]},
       "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3},
       "velocity": {"gradient": [[-1200, 0], [0, 0]], "about": [0.1, 0.1]}},
      {"name": "floor", "type": "obstacle", "translate": [-0.4, -0.3],
       "mesh": {"type": "rectangle", "size": [1, 0.1], "cells": [2, 1]}}],
    "integrator": {"type": "newmark", "beta": 0.25, "mass": "lumped"},
    "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "vertex_edge"},
                "solver": {"type": "sqp"}},
    "time": {"end": 1e-3, "step": 1e-3}})");
  s.step();
  CHECK(s.stepper.facts().retries == 0);
  CHECK(s.time() == 1e-3);
  CHECK(s.audit().clean());
  CHECK(s.position(0, 1, 0) > s.position(0, 0, 0));  // along the bottom, from left to right
}

TEST_CASE("a support that turns elements inside out ends the run with the element, and not before",
          "[implicit]") {
  Simulation s(R"({"dimension": 2, "bodies": [
      {"name": "block", "density": 1000, "mesh": {"type": "rectangle", "size": [0.2, 0.2], "cells": [4, 4]},
       "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}],
    "supports": [{"body": "block", "group": "left"},
                 {"body": "block", "group": "right", "velocity": [-10, 0]}],
    "integrator": {"type": "newmark", "beta": 0.25, "mass": "lumped"},
    "time": {"end": 0.05, "step": 5e-3}})");
  const Ended ended = run(s);
  // The right side meets the left one after 0.02 s.
  CHECK(ended.time > 0.0199);
  CHECK(ended.time <= 0.02);
  CHECK(ended.dirty == 0);
  CHECK_THAT(ended.error, Catch::Contains("could not be made") &&
                              Catch::Contains("\"neo_hookean\" has no stress in element") &&
                              Catch::Contains("of body \"block\""));
  CHECK(s.time() == ended.time);
}
