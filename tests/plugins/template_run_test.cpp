// What `tactus new plugin` writes, in runs: a constraint that holds particles apart, and a solver that
// makes steps with the shipped constraints.
#include <tactus/plugin.hpp>
#undef TACTUS_PLUGIN
#define TACTUS_PLUGIN(...)  // no libraries here
#define TemplateName TemplateConstraint
#include "sdk/template/constraint/template_name.cpp"  // NOLINT(bugprone-suspicious-include)
#undef TemplateName
#define TemplateName TemplateSolver
#include "sdk/template/contact_solver/increments/template_name.cpp"  // NOLINT(bugprone-suspicious-include)
#undef TemplateName
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::Simulation;

namespace {

/// Makes both known by name, once a process.
void know_templates() {
  static const bool done = [] {
    tactus::testing::registry().add(
        registration<TemplateConstraint>("my_constraint", "A template"));
    tactus::testing::registry().add(registration<TemplateSolver>("my_solver", "A template"));
    return true;
  }();
  (void)done;
}

constexpr const char* kMySolver = R"({"type": "my_solver"})";

Simulation scene(const std::string& bodies, const std::string& constraint,
                 const std::string& solver, const std::string& time) {  // JSON
  know_templates();
  return Simulation(fmt::format(
      R"({{"description": "t", "dimension": 2, {}, "integrator": {{"type": "newmark"}},
          "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "{}"}},
                       "solver": {}}}, "time": {}}})",
      bodies, constraint, solver, time));
}

/// Two clouds of discs of two sizes that fly into each other.
const std::string kClouds = R"("bodies": [
  {"name": "left", "type": "particles", "radius": 0.1, "mass": 1, "velocity": [2, 0.1],
   "points": [[0, 0], [0.25, 0.02], [0.01, 0.27], [0.26, 0.24], [0.5, 0.1]]},
  {"name": "right", "type": "particles", "radius": 0.13, "mass": 1.5, "velocity": [-1, 0],
   "points": [[0.9, 0], [0.93, 0.3], [1.2, 0.05], [1.22, 0.34]]}])";

struct Disc {
  Real x, y, radius;
};
std::vector<Disc> discs(const Simulation& s) {
  std::vector<Disc> all;
  for (std::size_t body = 0; body < 2; ++body)
    for (Index n = 0; n < (body == 0 ? 5 : 4); ++n)
      all.push_back({s.position(body, n, 0), s.position(body, n, 1), body == 0 ? 0.1 : 0.13});
  return all;
}
/// m, of the two nearest; negative: one is inside the other.
Real least_gap(const std::vector<Disc>& all) {
  Real least = kUnlimited;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i + 1; j < all.size(); ++j)
      least = std::min(least, std::hypot(all[i].x - all[j].x, all[i].y - all[j].y) - all[i].radius -
                                  all[j].radius);
  return least;
}

const std::string kSquares = R"("bodies": [
  {"name": "one", "mesh": {"type": "rectangle", "size": [1, 1], "cells": [4, 4]}, "density": 1000,
   "material": {"type": "neo_hookean", "young": 1e7, "poisson": 0.3}, "velocity": [20, 1]},
  {"name": "two", "mesh": {"type": "rectangle", "size": [1, 1], "cells": [3, 3]}, "density": 1000,
   "material": {"type": "neo_hookean", "young": 1e7, "poisson": 0.3}, "translate": [1.02, 0.3],
   "velocity": [-10, 0]}])";

const std::string kPushed = R"("bodies": [
  {"name": "square", "mesh": {"type": "rectangle", "size": [1, 1], "cells": [4, 4]}, "density": 1000,
   "material": {"type": "neo_hookean", "young": 1e7, "poisson": 0.3}},
  {"name": "wall", "type": "obstacle", "mesh": {"type": "rectangle", "size": [0.2, 2], "cells": [1, 1]},
   "translate": [-0.2, -0.5]}],
  "supports": [{"body": "wall", "velocity": [2, 0]}])";

}  // namespace

TEST_CASE("the template of a constraint holds discs apart in a run", "[template][constraint]") {
  const std::string solver = GENERATE(as<std::string>{}, R"({"type": "local_sqp"})", kMySolver);
  Simulation s = scene(kClouds, "my_constraint", solver, R"({"end": 0.6, "step": 1e-3})");
  const Real mass = s.mass(0) + s.mass(1), p[] = {5 * 2 - 6, 5 * 0.1};
  Real least = kUnlimited, drift = 0, impulse = 0;
  s.run([&](Simulation& now) {
    least = std::min(least, least_gap(discs(now)));
    for (int d = 0; d < 2; ++d)
      drift = std::max(drift, std::abs(now.momentum(0, d) + now.momentum(1, d) - p[d]));
    for (const auto& pair : now.stepper.facts().contact.forces.pairs)
      impulse += std::abs(pair.impulse[0]);
  });
  CHECK(least >= 0);
  CHECK(drift <= 1e-12 * mass * 2);
  CHECK(impulse > 1);  // kg m/s; they meet with 16
  CHECK(s.balance.total() < s.balance.initial());
}

TEST_CASE("the template of a contact solver keeps two squares apart in a run",
          "[template][contact_solver]") {
  Simulation s = scene(kSquares, "vertex_edge", kMySolver, R"({"end": 0.03, "step": "auto"})");
  const Real scale = s.mass(0) * 20;
  const Real p[] = {s.mass(0) * 20 - s.mass(1) * 10, s.mass(0) * 1};
  Real drift = 0, impulse = 0;
  Index dirty = 0;
  s.run([&](Simulation& now) {
    for (int d = 0; d < 2; ++d)
      drift = std::max(drift, std::abs(now.momentum(0, d) + now.momentum(1, d) - p[d]));
    for (const auto& pair : now.stepper.facts().contact.forces.pairs)
      impulse += std::abs(pair.impulse[0]);
    dirty += !now.audit().clean();
  });
  CHECK(dirty == 0);
  CHECK(drift <= 1e-12 * scale);
  // Elastic bodies that part again: more than what stops their motion towards each other.
  CHECK(impulse > 30 * s.mass(0) / 2);
  CHECK(s.balance.largest_total() <= (1 + 1e-3) * s.balance.initial());
}

TEST_CASE("the template of a contact solver lets a driven wall push a body at rest",
          "[template][contact_solver]") {
  Simulation s = scene(kPushed, "vertex_edge", kMySolver, R"({"end": 0.02, "step": "auto"})");
  Index dirty = 0, retries = 0;
  s.run([&](Simulation& now) {
    dirty += !now.audit().clean();
    retries += now.stepper.facts().retries;
  });
  CHECK(dirty == 0);
  CHECK(retries == 0);
  CHECK(s.momentum(0, 0) / s.mass(0) > 2);  // an elastic body leaves a wall faster than it came
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
}

TEST_CASE("the template of a contact solver has the zones of impact, too",
          "[template][contact_solver]") {
  // Slices of a disk that meet at their tips: no rows settle that.
  std::string slices;
  constexpr int kSlices = 9;
  for (int k = 0; k < kSlices; ++k) {
    const Real from = 2 * std::numbers::pi * k / kSlices,
               to = 2 * std::numbers::pi * (k + 1) / kSlices, x = std::cos((from + to) / 2),
               y = std::sin((from + to) / 2);
    slices += fmt::format(
        R"({}{{"name": "s{}", "density": 1, "translate": [{}, {}], "velocity": [{}, {}],
           "mesh": {{"type": "polygon", "size": 1.5, "points": [[0, 0], [{}, {}], [{}, {}]]}},
           "material": {{"type": "neo_hookean", "lambda": 0.5, "mu": 0.25}}}})",
        k ? ", " : "", k, 1e-3 * x, 1e-3 * y, -0.1 * x, -0.1 * y, std::cos(from), std::sin(from),
        std::cos(to), std::sin(to));
  }
  Simulation s = scene("\"bodies\": [" + slices + "]", "vertex_edge",
                       R"({"type": "my_solver", "sweeps": 300, "iterations": 20})",
                       R"({"end": 0.03, "step": "auto"})");
  Index impact_zone_steps = 0, dirty = 0;
  s.run([&](Simulation& now) {
    impact_zone_steps += now.stepper.facts().contact.forces.impact_zone_nodes > 0;
    dirty += !now.audit().clean();
  });
  CHECK(impact_zone_steps > 0);
  CHECK(dirty == 0);
  CHECK(s.balance.account().gains().contact_share <= 1e-3);
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
}
