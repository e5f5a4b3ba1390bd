// Scenes in which no rows settle what happens: corners that meet at a point, bodies that are pinched.
// Whatever meets, a step ends admissible, and contact brings in no energy.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <numbers>
#include <vector>

#include "tactus/conformance/memory_archive.hpp"
#include "tests/support/simulation.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace tactus;
using tactus::testing::Simulation;

namespace {

/// Slices of a disk, cut from the middle outwards, that fly towards their common tip.
struct Slices {
  int count;
  Real speed;
  Real size = 1;      ///< factor on all lengths and speeds
  Real apart = 1e-3;  ///< way of each to the common tip, times size
  Real x = 0;         ///< of the common tip
  std::string name = "s";

  std::string bodies() const {
    std::string text;
    for (int k = 0; k < count; ++k) {
      const Real from = 2 * std::numbers::pi * k / count, to = from + 2 * std::numbers::pi / count,
                 middle = (from + to) / 2;
      text += fmt::format(
          R"({}{{"name": "{}{}", "mesh": {{"type": "polygon", "points": [[0, 0], [{}, {}], [{}, {}]], "size": {}}},
           "translate": [{}, {}], "velocity": [{}, {}], "density": 1,
           "material": {{"type": "neo_hookean", "lambda": {}, "mu": {}}}}})",
          k ? ", " : "", name, k, size * std::cos(from), size * std::sin(from), size * std::cos(to),
          size * std::sin(to), 1.5 * size, x + apart * size * std::cos(middle),
          apart * size * std::sin(middle), -speed * size * std::cos(middle),
          -speed * size * std::sin(middle), 0.5 * size * size, 0.25 * size * size);
    }
    return text;
  }
};

/// @param extra  more members of the solver
std::string scene_of(const std::string& bodies, Real speed, const std::string& solver,
                     const std::string& impact, const std::string& extra = "") {
  return fmt::format(R"({{"description": "t", "dimension": 2, "bodies": [{}],
    "integrator": {{"type": "newmark", "impact": "{}"}},
    "contact": {{"broad_phase": {{"type": "brute_force"}}, "constraint": {{"type": "vertex_edge"}},
                 "solver": {{"type": "{}"{}}}}},
    "time": {{"end": {}, "step": "auto"}}}})",
                     bodies, impact, solver, extra, speed > 0 ? 0.02 / speed + 3 : 3);
}

std::string slices(int count, Real speed, const std::string& solver, const std::string& impact,
                   Real size = 1, const std::string& extra = "") {
  return scene_of(Slices{.count = count, .speed = speed, .size = size}.bodies(), speed, solver,
                  impact, extra);
}

/// Configuration with one more body.
std::string with_body(std::string text, const std::string& body) {
  const std::string bodies = R"("bodies": [)";
  return text.insert(text.find(bodies) + bodies.size(), body + ", ");
}

/// Vertices of a body that were in a zone in the last step.
Index zone_vertices(const Simulation& s, Index body) {
  const auto& zone = s.stepper.facts().contact.forces.zone;
  const View<std::int32_t> body_of = s.model.surface().vertex_body;
  Index count = 0;
  for (std::size_t v = 0; v < zone.size(); ++v) count += zone[v] && body_of[v] == body;
  return count;
}

/// A fan of slices that are one body, in Gmsh's format: all contact is of the body with itself.
std::string fan_mesh(int count) {
  std::string nodes, elements;
  for (int k = 0; k < count; ++k) {
    const Real from = 2 * std::numbers::pi * k / count, to = from + 2 * std::numbers::pi / count,
               x = 1e-3 * std::cos((from + to) / 2), y = 1e-3 * std::sin((from + to) / 2);
    nodes += fmt::format("{} {} {} 0\n{} {} {} 0\n{} {} {} 0\n", 3 * k + 1, x, y, 3 * k + 2,
                         x + std::cos(from), y + std::sin(from), 3 * k + 3, x + std::cos(to),
                         y + std::sin(to));
    elements += fmt::format("{} 2 2 0 1 {} {} {}\n", k + 1, 3 * k + 1, 3 * k + 2, 3 * k + 3);
  }
  return fmt::format(
      "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n{}\n{}$EndNodes\n$Elements\n{}\n{}"
      "$EndElements\n",
      3 * count, nodes, count, elements);
}

struct Course {
  Index impact_zone_steps = 0, dirty = 0;
  Real work = 0;  ///< sum of the work of contact where positive, over E0
};

/// @param enough  steps with a zone, after which the run may end
Course run(Simulation& s, Index enough = std::numeric_limits<Index>::max()) {
  Course course;
  while (!s.stepper.finished() && course.impact_zone_steps < enough) {
    s.step();
    const auto& facts = s.stepper.facts();
    course.impact_zone_steps += facts.contact.forces.impact_zone_nodes > 0;
    course.dirty += !s.audit().clean();
    course.work += std::max(Real{0}, facts.contact.work) / s.balance.initial();
  }
  return course;
}

}  // namespace

TEST_CASE("slices that meet at their tips end every step admissible and gain nothing",
          "[plugins][zones]") {
  const int count = GENERATE(3, 6, 10, 14);
  const Real speed = GENERATE(0.01, 0.2);
  const std::string impact = GENERATE("reflect", "stop");
  CAPTURE(count, speed, impact);
  Simulation s(slices(count, speed, "local_sqp", impact));
  const Course course = run(s);
  CHECK(course.dirty == 0);
  CHECK(course.work <= 3e-3);
  CHECK(s.balance.account().kept());
  CHECK(s.balance.account().gains().contact_share <= 1e-3);
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
  CHECK(s.balance.angular_drift() <= 1e-12 * s.balance.angular_scale());
}

TEST_CASE("many slices need a zone, and every solver of projections has it", "[plugins][zones]") {
  const std::string solver = GENERATE("local_sqp", "ipopt");
  if (solver == "ipopt" && !std::filesystem::exists(TACTUS_PLUGIN_DIR "/ipopt.so")) {
    WARN("skipped: ipopt was not built here");
    return;
  }
  // Which of the fans ipopt solves without a zone is a matter of rounding, which its BLAS does for the processor.
  struct Fan {
    int slices;
    Real speed;
  };
  const std::vector<Fan> fans = solver == "ipopt"
                                    ? std::vector<Fan>{{8, 0.2}, {10, 0.2}, {12, 0.1}, {8, 0.1}}
                                    : std::vector<Fan>{{14, 0.1}};
  Index zone_steps = 0;
  for (auto fan = fans.begin(); zone_steps == 0 && fan != fans.end(); ++fan) {
    Simulation s(slices(fan->slices, fan->speed, solver, "stop"));
    const Course course = run(s, 2);
    zone_steps = course.impact_zone_steps;
    CHECK(course.dirty == 0);
    CHECK(s.balance.account().gains().contact_share <= 1e-3);
  }
  CHECK(zone_steps > 0);
}

TEST_CASE("a zone holds the particle that the slices meet", "[plugins][zones]") {
  Simulation s(
      with_body(slices(14, 0.1, "local_sqp", "stop"),
                R"({"name": "grain", "type": "particles", "points": [[0, 0]], "mass": 0.01})"));
  Index held = 0, dirty = 0;
  s.run([&](Simulation& now) {
    held = std::max(held, zone_vertices(now, 0));
    dirty += !now.audit().clean();
  });
  CHECK(held == 1);
  CHECK(dirty == 0);
  CHECK(s.balance.account().gains().contact_share <= 1e-3);
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
  CHECK(s.balance.angular_drift() <= 1e-12 * s.balance.angular_scale());
}

TEST_CASE("parts of one body that meet at a point are a zone, too", "[plugins][zones]") {
  const test::TemporaryFolder folder;
  const std::string mesh = (folder.path() / "fan.msh").string();
  std::ofstream(mesh) << fan_mesh(14);
  Simulation s(fmt::format(R"({{"bodies": [{{"name": "fan", "density": 1, "self_contact": true,
      "mesh": {{"type": "file", "path": "{}"}}, "velocity": {{"gradient": [[-0.2, 0], [0, -0.2]]}},
      "material": {{"type": "neo_hookean", "lambda": 0.5, "mu": 0.25}}}}],
    "integrator": {{"type": "newmark"}},
    "contact": {{"broad_phase": {{"type": "brute_force"}}, "constraint": {{"type": "vertex_edge"}},
                 "solver": {{"type": "local_sqp"}}}}, "time": {{"end": 1.5}}}})",
                           mesh));
  Index held = 0, dirty = 0;
  s.run([&](Simulation& now) {
    held = std::max(held, zone_vertices(now, 0));
    dirty += !now.audit().clean();
  });
  CHECK(held >= 14);
  CHECK(dirty == 0);
  CHECK(s.balance.account().gains().contact_share <= 1e-3);
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
  CHECK(s.balance.angular_drift() <= 1e-12 * s.balance.angular_scale());
}

TEST_CASE("without zones such a step is tried again with a smaller dt", "[plugins][zones]") {
  const std::string extra = GENERATE("", R"(, "impact_zones": false)");
  Simulation s(slices(14, 0.1, "local_sqp", "reflect", 1, extra));
  Index retries = 0;
  s.run([&](Simulation& now) { retries += now.stepper.facts().retries; });
  CHECK((retries > 0) == !extra.empty());
}

TEST_CASE("steps with zones are the same for any number of threads and any power of two of size",
          "[plugins][zones]") {
  const int count = 14;
  Simulation one(slices(count, 0.1, "local_sqp", "stop")),
      two(slices(count, 0.1, "local_sqp", "stop"), 2),
      large(slices(count, 0.1, "local_sqp", "stop", 0x1p10));
  const Course course = run(one);
  CHECK(course.impact_zone_steps > 0);
  run(two);
  run(large);
  CHECK(one.stepper.state().q == two.stepper.state().q);
  CHECK(one.stepper.state().v == two.stepper.state().v);
  std::vector<Real> q = large.stepper.state().q;
  for (Real& x : q) x *= 0x1p-10;
  CHECK(one.stepper.state().q == q);
}

TEST_CASE("a run goes on from a checkpoint among steps with zones to the bit", "[plugins][zones]") {
  // Two disks of slices, of which the second one closes later.
  const std::string text = scene_of(
      Slices{.count = 14, .speed = 0.1}.bodies() + ", " +
          Slices{.count = 14, .speed = 0.1, .apart = 0.02, .x = 8, .name = "late"}.bodies(),
      0.1, "local_sqp", "stop");
  Simulation straight(text);
  Index impact_zone_steps = 0;
  while (impact_zone_steps == 0) {
    straight.step();
    impact_zone_steps += straight.stepper.facts().contact.forces.impact_zone_nodes > 0;
  }
  conformance::MemoryArchive stepper, balance, system, contact;
  straight.stepper.save(stepper);
  straight.balance.save(balance);
  straight.system.save(system);
  straight.save_contact(contact);
  Simulation resumed(text);
  resumed.stepper.load(stepper);
  resumed.balance.load(balance);
  resumed.system.load(system);
  resumed.load_contact(contact);
  const Course a = run(straight), b = run(resumed);
  CHECK(a.impact_zone_steps > 0);  // there are more of them to come
  CHECK(a.impact_zone_steps == b.impact_zone_steps);
  CHECK(straight.stepper.steps() == resumed.stepper.steps());
  CHECK(straight.stepper.state().q == resumed.stepper.state().q);
  CHECK(straight.stepper.state().v == resumed.stepper.state().v);
}

TEST_CASE("impulses within a zone add up to the change of each body's momentum",
          "[plugins][zones]") {
  Simulation s(slices(14, 0.1, "local_sqp", "stop"));
  std::vector<Real> before(28), impulse(28);
  bool seen = false;
  while (!s.stepper.finished() && !seen) {
    for (std::size_t b = 0; b < 14; ++b)
      for (int d = 0; d < 2; ++d) before[2 * b + static_cast<std::size_t>(d)] = s.momentum(b, d);
    s.step();
    seen = s.stepper.facts().contact.forces.impact_zone_nodes > 0;
  }
  REQUIRE(seen);
  for (const auto& pair : s.stepper.facts().contact.forces.pairs)
    for (std::size_t d = 0; d < 2; ++d) {
      impulse[2 * static_cast<std::size_t>(pair.body_a) + d] += pair.impulse[d];
      if (pair.body_b != core::kManyBodies)
        impulse[2 * static_cast<std::size_t>(pair.body_b) + d] -= pair.impulse[d];
    }
  for (std::size_t b = 0; b < 14; ++b)
    for (std::size_t d = 0; d < 2; ++d)
      CHECK(s.momentum(b, static_cast<int>(d)) - before[2 * b + d] ==
            Approx(impulse[2 * b + d]).margin(1e-13));
}

TEST_CASE(
    "a body pinched between supports that move towards each other is an error that names both",
    "[plugins][zones]") {
  Simulation s(R"({"description": "t", "dimension": 2, "bodies": [
    {"name": "left", "type": "obstacle", "mesh": {"type": "rectangle", "size": [1, 1], "cells": [1, 1]},
     "translate": [-1.01, 0]},
    {"name": "right", "type": "obstacle", "mesh": {"type": "rectangle", "size": [1, 1], "cells": [1, 1]},
     "translate": [1.01, 0]},
    {"name": "block", "mesh": {"type": "rectangle", "size": [1, 1], "cells": [1, 1]}, "density": 1,
     "material": {"type": "neo_hookean", "lambda": 0.5, "mu": 0.25}}],
    "supports": [{"body": "left", "velocity": [0.5, 0]}, {"body": "right", "velocity": [-0.5, 0]}],
    "integrator": {"type": "newmark"},
    "contact": {"broad_phase": {"type": "brute_force"}, "constraint": {"type": "vertex_edge"},
                "solver": {"type": "local_sqp"}},
    "time": {"end": 2, "step": "auto"}})");
  CHECK_THROWS_WITH(run(s), Catch::Contains("bodies are pinched between supports") &&
                                Catch::Contains("(of \"left\", \"right\", \"block\")"));
}

TEST_CASE(
    "two blocks pinched between supports end in an error that names them, and contact adds no "
    "energy up to there",
    "[plugins][zones]") {
  const std::string impact = GENERATE("reflect", "stop");
  const bool both =
      GENERATE(true, false);  // walls move; if one does, there is a gap of 0.03 m left at the end
  CAPTURE(impact, both);
  Simulation s(fmt::format(
      R"({{"description": "t", "dimension": 2, "bodies": [
    {{"name": "left", "type": "obstacle", "mesh": {{"type": "rectangle", "size": [1, 1], "cells": [1, 1]}},
     "translate": [-1.01, 0]}},
    {{"name": "right", "type": "obstacle", "mesh": {{"type": "rectangle", "size": [1, 1], "cells": [1, 1]}},
     "translate": [2.02, 0]}},
    {{"name": "block", "mesh": {{"type": "rectangle", "size": [1, 1], "cells": [2, 2]}}, "density": 1,
     "material": {{"type": "neo_hookean", "lambda": 0.5, "mu": 0.25}}}},
    {{"name": "other", "mesh": {{"type": "rectangle", "size": [1, 1], "cells": [2, 2]}}, "density": 1,
     "translate": [1.01, 0], "material": {{"type": "neo_hookean", "lambda": 0.5, "mu": 0.25}}}}],
    "supports": [{{"body": "left", "velocity": [{}, 0]}}, {{"body": "right", "velocity": [-0.5, 0]}}],
    "integrator": {{"type": "newmark", "impact": "{}"}},
    "contact": {{"broad_phase": {{"type": "brute_force"}}, "constraint": {{"type": "vertex_edge"}},
                "solver": {{"type": "local_sqp"}}}},
    "time": {{"end": 4, "step": "auto"}}}})",
      both ? 0.5 : 0, impact));
  std::string said;
  try {
    run(s);
  } catch (const core::StepError& e) {
    said = e.what();
  }
  INFO(said);
  CHECK(s.time() > 0.5);
  CHECK(s.balance.account().gains().contact_share <= 1e-3);
  if (both)
    CHECK_THAT(said, Catch::Contains("\"block\"") && Catch::Contains("\"other\""));
  else
    CHECK(said.empty());
}

TEST_CASE("zones that share a node of the ground have all of their momentum from it",
          "[plugins][zones]") {
  // Two fans of slices fly side by side towards two points of one long edge.
  std::string bodies;
  for (const Real x : {-2.0, 2.0})
    for (int k = 0; k < 10; ++k) {
      const Real from = std::numbers::pi * k / 10, to = from + std::numbers::pi / 10,
                 middle = (from + to) / 2, c = std::cos(middle), s = std::sin(middle);
      bodies += fmt::format(
          R"({{"name": "s{}_{}", "mesh": {{"type": "polygon", "points": [[0, 0], [{}, {}], [{}, {}]], "size": 1.5}},
             "translate": [{}, {}], "velocity": [{}, {}], "density": 1,
             "material": {{"type": "neo_hookean", "lambda": 0.5, "mu": 0.25}}}}, )",
          k, x > 0 ? "r" : "l", std::cos(from), std::sin(from), std::cos(to), std::sin(to),
          x + 1e-3 * c, 1e-3 * s, -0.1 * c, -0.1 * s);
    }
  Simulation s(fmt::format(R"({{"description": "t", "dimension": 2, "bodies": [{}
    {{"name": "ground", "type": "obstacle", "translate": [-4, -1],
      "mesh": {{"type": "rectangle", "size": [8, 1], "cells": [1, 1], "triangles": 2}}}}],
    "integrator": {{"type": "newmark", "impact": "stop"}},
    "contact": {{"broad_phase": {{"type": "brute_force"}}, "constraint": {{"type": "vertex_edge"}},
                 "solver": {{"type": "local_sqp"}}}},
    "time": {{"end": 2, "step": "auto"}}}})",
                           bodies));
  Index at_both = 0;
  s.run([&](Simulation& now) {
    Index left = 0, right = 0;
    for (Index body = 0; body < 10; ++body)
      left += zone_vertices(now, body), right += zone_vertices(now, body + 10);
    at_both += left > 0 && right > 0 && zone_vertices(now, 20) > 0;
  });
  CHECK(at_both > 0);
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
}
