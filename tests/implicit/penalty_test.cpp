// Springs with a dynamic gap in steps of energy_momentum: energy, springs included, and momenta are kept
// over impacts, whatever the step.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "core/scene/capabilities.hpp"
#include "tests/implicit/scenes.hpp"
#include "tests/implicit/springs_between.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

/// PA-3: a point that is thrown at a wall.
std::string point_and_wall(const std::string& integrator) {
  return fmt::format(R"({{"dimension": 2, "bodies": [
      {{"name": "point", "type": "particles", "points": [[0, 0.013]], "mass": 1, "radius": 0,
        "velocity": [0, -1]}},
      {{"name": "wall", "type": "obstacle", "half_space": {{"normal": [0, 1]}}}}],
    "integrator": {}, {}, "time": {{"end": 0.2, "step": 1e-3}}}})",
                     integrator, springs(1e4, R"({"type": "half_space"})"));
}

/// PA-3: two disks of PA-1's material; the first one strikes the other off its centre.
std::string two_disks(Real step, Real end, const std::string& integrator = kMiddle,
                      const std::string& more = {}) {
  return fmt::format(R"({{"dimension": 2, "bodies": [
      {{"name": "first", {0}, "velocity": {{"constant": [5, 0], "spin": 1.5}}}},
      {{"name": "second", {0}, "translate": [1.1, 0.013]}}],
    "integrator": {1}, {2}, "time": {{"end": {3}, "step": {4}}}}})",
                     disk_of_rings(5), integrator,
                     springs(1e5, R"({"type": "node_to_facet"})", more), end, step);
}

/// PA-1 in little: four disks in four walls.
std::string disks_in_walls(const std::string& integrator, Real end) {
  return fmt::format(R"({{"dimension": 2, "bodies": [
      {{"name": "first", {0}, "velocity": {{"constant": [5, 1], "spin": 3}}}},
      {{"name": "other", {0}, "translate": [0, 1.2]}},
      {{"name": "third", {0}, "translate": [1.2, 0], "array": {{"count": [1, 2], "spacing": [1.2, 1.2]}}}},
      {1}], "integrator": {2}, {3}, "time": {{"end": {4}, "step": 0.01}}}})",
                     disk_of_rings(3), walls_to(1.7), integrator, springs(1e5, kWithWalls), end);
}

/// A disk between a block and a half-space, which close, wait and open again.
std::string squeezed_disk(const std::string& constraint_of_wall) {
  return fmt::format(R"({{"dimension": 2, "bodies": [
      {{"name": "disk", "density": 1000, "velocity": {{"constant": [0.3, 0.2]}},
        "mesh": {{"type": "disk", "radius": 0.1, "rings": 3}},
        "material": {{"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}}},
      {{"name": "left", "type": "obstacle", "translate": [-0.25, -0.2],
        "mesh": {{"type": "rectangle", "size": [0.14, 0.4], "cells": [2, 4]}}}},
      {{"name": "right", "type": "obstacle", "half_space": {{"point": [0.11, 0], "normal": [-1, 0]}}}}],
    "supports": [
      {{"body": "left", "path": {{"type": "table", "times": [0, 0.02, 0.03, 0.05, 1],
        "displacements": [[0, 0], [0.03, 0.01], [0.03, 0.01], [0, 0], [0, 0]], "interpolation": "smooth"}}}},
      {{"body": "right", "path": {{"type": "table", "times": [0, 0.02, 0.03, 0.05, 1],
        "displacements": [[0, 0], [-0.03, 0], [-0.03, 0], [0, 0], [0, 0]], "interpolation": "smooth"}}}}],
    "integrator": {}, {}, "time": {{"end": 0.07, "step": 5e-4}}}})",
                     kMiddle, springs(0, constraint_of_wall));
}

/// What `check` would say of a scene that it refuses.
std::string refusal(const std::string& scene) {
  try {
    Simulation s(scene);
  } catch (const std::exception& e) {
    return e.what();
  }
  return "nothing";
}

}  // namespace

TEST_CASE("PA-3 a point leaves a wall as fast as it came", "[implicit][penalty]") {
  const std::string integrator = GENERATE(as<std::string>{}, R"({"type": "midpoint"})", kMiddle);
  Simulation s(point_and_wall(integrator));
  const Real start = s.balance.total();
  Real drift = 0, lowest = 1, first = -1, last = -1;
  s.run([&](Simulation& now) {
    drift = std::max(drift, std::abs(now.balance.total() - start));
    lowest = std::min(lowest, now.position(0, 0, 1));
    if (now.stepper.facts().contact.forces.contacts == 0) return;
    if (first < 0) first = now.time();
    last = now.time();
  });
  CHECK(drift <= 1e-12 * start);
  CHECK(s.stepper.state().v[1] == Approx(1).epsilon(1e-12));
  CHECK(last - first + 1e-3 == Approx(0.0314159).margin(2e-3));
  CHECK(-lowest == Approx(0.01).epsilon(0.02));
}

TEST_CASE("PA-3 two disks keep energy and momenta over an impact, whatever the step",
          "[implicit][penalty]") {
  const Real step = GENERATE(1e-2, 2e-3, 5e-4);
  CAPTURE(step);
  Simulation s(two_disks(step, step < 1e-3 ? 0.06 : 0.15));
  const SpringCourse course = run_with_springs(s);
  CHECK(course.contacts > 3);
  CHECK(course.drift <= 1e-11);
  CHECK(s.balance.linear_drift() <= 1e-10 * s.balance.linear_scale());
  CHECK(s.balance.angular_drift() <= 1e-10 * s.balance.angular_scale());
  CHECK(s.momentum(1, 0) > 0.5);
}

TEST_CASE("PA-3 a spring that starts from the gap as it is brings energy in",
          "[implicit][penalty]") {
  Simulation s(two_disks(1e-2, 0.15, kMiddle, R"(, "start": "geometric")"));
  const Real start = s.balance.total();
  Real drift = 0;
  while (!s.stepper.finished() && drift <= 1e-3) {  // soon elements are crushed
    s.step();
    drift = std::max(drift, std::abs(s.balance.total() - start) / start);
  }
  CHECK(drift > 1e-3);
}

TEST_CASE("PA-1 DYN-6 disks in walls keep their energy, with the stress of the middle they do not",
          "[implicit][penalty]") {
  Simulation s(disks_in_walls(kMiddle, 2));
  const SpringCourse course = run_with_springs(s);
  CHECK(course.contacts > 50);
  CHECK(course.drift <= 1e-9);
  CHECK(std::abs(s.balance.account().gains().integration_share) <= 1e-9);
  CHECK_FALSE(core::leaves_no_overlap(s.configuration()));
  Simulation middle(disks_in_walls(R"({"type": "midpoint"})", 2));
  CHECK(run_with_springs(middle).drift >= 1e-5);
}

TEST_CASE("walls that squeeze a disk and release it do the work by which its energy changes",
          "[implicit][penalty]") {
  Simulation s(squeezed_disk(
      R"([{"type": "half_space", "between": ["*", "right"]}, {"type": "node_to_facet"}])"));
  const Real start = s.balance.now().kinetic;
  Real worst = 0, largest = 0, stored = 0;
  s.run([&](Simulation& now) {
    worst = std::max(worst, std::abs(now.balance.total() - start));
    largest = std::max(largest, now.balance.now().kinetic + now.balance.now().strain);
    stored = std::max(stored, now.stepper.facts().contact.stored_energy);
  });
  CHECK(largest > 5 * start);  // by the work of the walls, which total() is without
  CHECK(stored > 0.1 * start);
  CHECK(worst <= 1e-9 * largest);
}

TEST_CASE("penalty is refused where it has no meaning, with the reason", "[implicit][penalty]") {
  using Catch::Contains;
  CHECK_THAT(refusal(two_disks(1e-2, 0.1, R"({"type": "energy_momentum"})")),
             Contains("\"penalty\" needs contact in the middle of a step") &&
                 Contains("\"contact\": \"middle\""));
  CHECK_THAT(refusal(two_disks(1e-2, 0.1, R"({"type": "modified_midpoint"})")),
             Contains("\"penalty\" needs contact in the middle of a step"));
  CHECK_THAT(refusal(two_disks(1e-2, 0.1, kMiddle, R"(, "linear": "definite")")),
             Contains("\"penalty\" needs a symmetric tangent"));
  std::string ipopt = two_disks(1e-2, 0.1);
  const std::string penalty = R"({"type": "penalty", "stiffness": 100000})";
  const auto at = ipopt.find(penalty);
  REQUIRE(at != std::string::npos);
  ipopt.replace(at, penalty.size(), R"({"type": "ipopt"})");
  CHECK_THAT(refusal(ipopt), Contains("\"ipopt\" needs"));
}

TEST_CASE("midpoint steps with springs run, and it is said that they do not keep the energy",
          "[implicit][penalty]") {
  Simulation s(two_disks(1e-2, 0.1, R"({"type": "midpoint"})"));
  const auto& notes = s.configuration().notes;
  CHECK(std::ranges::any_of(notes, [](const std::string& note) {
    return note.find("gain or lose energy") != std::string::npos;
  }));
  CHECK(run_with_springs(s).contacts > 3);
}

TEST_CASE("without what is not symmetric of the tangent the same steps are found",
          "[implicit][penalty]") {
  const std::string symmetrised =
      R"({"type": "energy_momentum", "contact": "middle", "tangent": "symmetrised"})";
  Simulation full(two_disks(2e-3, 0.1)),
      definite(two_disks(2e-3, 0.1, symmetrised, R"(, "linear": "definite")"));
  CHECK(run_with_springs(definite).drift <= 1e-9);
  full.run();
  CHECK(largest_difference(full.stepper.state().q, definite.stepper.state().q) <= 1e-8);
}
