// Half-spaces as obstacles, in the plane and in space: rows of the constraint half_space, the audit, and
// motion along paths.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>

#include "core/step/unseen.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::Simulation;

namespace {

std::string scene(int dim, const std::string& bodies, const std::string& more,
                  const std::string& contact, Real end, Real step) {
  return fmt::format(
      R"({{"dimension": {}, "bodies": [{}], {} "integrator": {{"type": "newmark"}},
          "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {},
                       "solver": {{"type": "local_sqp"}}}},
          "time": {{"end": {}, "step": {}}}}})",
      dim, bodies, more, contact, end, step);
}

constexpr const char* kAlone = R"({"type": "half_space"})";

/// A rigid cube of side 1 m and 8 kg, turned so that a corner is lowest, above the floor z = 0.
std::string falling_cube(Real height) {
  return fmt::format(R"({{"name": "cube", "type": "rigid", "density": 8,
      "mesh": {{"type": "box", "size": [1, 1, 1], "cells": [1, 1, 1]}}, "rotate": [0.3, 0.5, 0],
      "translate": [0, 0, {}], "velocity": [0, 0, -2]}})",
                     height);
}

constexpr const char* kFloor =
    R"({"name": "floor", "type": "obstacle", "half_space": {"normal": [0, 0, 3]}})";

std::string refused(const std::string& json) {
  try {
    Simulation s(json);
    core::refuse_unseen(s.model, s.configuration());
    core::Auditor auditor = core::make_auditor(s.model, s.configuration());
    core::refuse_overlap(s.model, auditor);
  } catch (const std::exception& e) {
    return e.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE(
    "a rigid cube that is thrown on a half-space comes back, and the floor takes its momentum",
    "[space][half_space]") {
  Simulation s(scene(3, falling_cube(2) + ", " + kFloor, "", kAlone, 1.2, 1e-3));
  const Real before = s.balance.now().linear[2];
  Real impulse = 0;
  Index contacts = 0, overlaps = 0;
  s.run([&](Simulation& now) {
    impulse += now.stepper.facts().outside.support_impulse[2];
    contacts += now.stepper.facts().outside.support_impulse[2] != 0;
    overlaps += !now.audit().clean();
  });
  CHECK(contacts > 0);
  CHECK(overlaps == 0);
  CHECK(std::abs(s.balance.now().linear[2] - before - impulse) <= 1e-10 * std::abs(before));
  CHECK(impulse > 0);
  CHECK(s.balance.total() <= s.balance.initial() * (1 + 1e-9));
}

TEST_CASE("deformable bodies and balls do not pass tilted half-spaces", "[space][half_space]") {
  // A valley of two planes at 45 degrees; the scene is symmetric about x = 0.
  const std::string valley =
      R"({"name": "left", "type": "obstacle", "half_space": {"normal": [1, 0, 1]}},
         {"name": "right", "type": "obstacle", "half_space": {"normal": [-1, 0, 1]}})";
  const std::string box =
      R"({"name": "box", "density": 1000, "mesh": {"type": "box", "size": [1, 1, 1], "cells": [2, 2, 2]},
          "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}, "translate": [-0.5, 0, 0.6],
          "velocity": [0, 0, -3]})";
  const std::string ball =
      R"({"name": "ball", "type": "rigid", "density": 1000, "radius": 0.3, "translate": [0, 5, 1],
          "velocity": [0, 0, -3]})";
  const bool round = GENERATE(false, true);
  CAPTURE(round);
  const std::string with_itself = round ? "" : R"(, {"type": "vertex_face"})";
  Simulation s(scene(3, (round ? ball : box) + ", " + valley, "",
                     R"([
      {"type": "half_space", "between": ["*", "left"]}, {"type": "half_space", "between": ["*", "right"]})" +
                         with_itself + "]",
                     0.4, 1e-3));
  Index overlaps = 0;
  s.run([&](Simulation& now) { overlaps += !now.audit().clean(); });
  CHECK(overlaps == 0);
  CHECK(s.balance.now().linear[2] > 0);
  CHECK(s.balance.linear_drift() <= 1e-10 * s.balance.linear_scale());
  if (!round) return;
  const auto at = static_cast<std::size_t>(s.model.layout().bodies[0].coordinates.begin);
  CHECK(s.stepper.state().q[at + 2] >= 0.3 * std::sqrt(2.) * (1 - 1e-12));
  CHECK(std::abs(s.stepper.state().q[at]) <= 1e-9);
}

TEST_CASE("a half-space that moves along a path takes along what lies on it",
          "[space][half_space]") {
  // A disk at rest, 0.01 m above a lift that rises at 0.5 m/s.
  Simulation s(scene(
      2,
      R"({"name": "disk", "type": "rigid", "density": 2, "radius": 0.5, "translate": [3, 0.51]},
         {"name": "lift", "type": "obstacle", "half_space": {"normal": [0, 1]}})",
      R"("supports": [{"body": "lift", "velocity": [0, 0.5]}],)", kAlone, 0.1, 1e-3));
  Real lowest = kUnlimited;
  Index overlaps = 0;
  const auto y = [](const Simulation& now) {
    const auto at = static_cast<std::size_t>(now.model.layout().bodies[0].coordinates.begin + 1);
    return now.stepper.state().q[at];
  };
  s.run([&](Simulation& now) {
    lowest = std::min(lowest, y(now) - 0.5 - 0.5 * now.time());
    overlaps += !now.audit().clean();
  });
  CHECK(lowest >= 0);
  CHECK(lowest < 1e-3);
  CHECK(overlaps == 0);
  CHECK(y(s) > 0.545);
}

TEST_CASE("the audit finds bodies below a half-space, and how deep", "[space][half_space]") {
  const auto at = [](Real height) {
    return scene(3,
                 fmt::format(R"({{"name": "cube", "type": "rigid", "density": 8,
      "mesh": {{"type": "box", "size": [1, 1, 1], "cells": [1, 1, 1]}}, "translate": [0, 0, {:.17g}]}}, {})",
                             height, kFloor),
                 "", kAlone, 1e-3, 1e-3);
  };
  using Catch::Contains;
  CHECK(refused(at(0)) == "accepted");
  CHECK(refused(at(-1e-17)) == "accepted");  // rounding
  CHECK_THAT(refused(at(-0.25)), Contains("\"cube\" and \"floor\" overlap") &&
                                     Contains("0.25 m deep") && Contains("half-space") &&
                                     Contains("by at least 0.25 m"));
  CHECK_THAT(refused(at(-7)), Contains("7 m deep"));
}

TEST_CASE(
    "what supports hold on a half-space slides along it, though rounding put it a little below",
    "[space][half_space]") {
  const bool floor = GENERATE(false, true);
  CAPTURE(floor);
  // 0.1 + 0.2 is half an ulp above 0.3.
  const std::string box =
      R"({"name": "box", "density": 1000, "mesh": {"type": "box", "size": [1, 1, 1], "cells": [2, 2, 2]},
          "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}, "translate": [0, 0, 0.3],
          "velocity": [0.5, 0, 0]})";
  const std::string plane =
      R"(, {"name": "plane", "type": "obstacle", "half_space": {"point": [0, 0, 0.30000000000000004], "normal": [0, 0, 1]}})";
  Simulation s(scene(
      3, box + (floor ? "" : plane),
      R"("supports": [{"body": "box", "group": "bottom", "fix": ["z"]}],)",
      floor ? R"({"type": "floor", "point": [0, 0, 0.30000000000000004], "normal": [0, 0, 1]})"
            : kAlone,
      0.1, 1e-3));
  s.run();
  CHECK(s.momentum(0, 0) == Approx(500).epsilon(1e-9));
}

TEST_CASE("a body on a half-space needs no word about contact with itself, unless it asks for it",
          "[space][half_space]") {
  using Catch::Contains;
  const auto boxes = [](const std::string& more, const std::string& constraint) {
    const std::string box =
        R"("density": 1000, "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3},
        "mesh": {"type": "box", "size": [1, 1, 1], "cells": [1, 1, 1]}, "translate": [0, 0, 0.01])";
    return scene(3, R"({"name": "box", )" + box + more + "}, " + kFloor, "", constraint, 1e-3,
                 1e-3);
  };
  const Simulation silent(boxes("", kAlone));
  REQUIRE(silent.configuration().notes.size() == 1);
  CHECK_THAT(silent.configuration().notes[0],
             Contains("contact of \"box\" with itself is not looked for") &&
                 Contains("\"self_contact\": false"));
  CHECK_FALSE(silent.configuration().bodies[0].self_contact);
  CHECK(refused(boxes("", kAlone)) == "accepted");
  CHECK_THAT(refused(boxes(R"(, "self_contact": true)", kAlone)),
             Contains("it would never see \"box\" touch itself") &&
                 Contains("write \"self_contact\": false"));
  CHECK(Simulation(boxes(R"(, "self_contact": false)", kAlone)).configuration().notes.empty());
  // What the note says helps.
  const Simulation seen(boxes(
      "", fmt::format(R"([{{"type": "vertex_face", "between": ["box", "box"]}}, {}])", kAlone)));
  CHECK(seen.configuration().notes.empty());
  CHECK(seen.configuration().bodies[0].self_contact);
  // No constraint is for the body with itself.
  const Simulation bare(boxes("", R"({"type": "half_space", "between": ["box", "floor"]})"));
  CHECK(bare.configuration().notes.size() == 1);
}

TEST_CASE("no law is asked for contact of a body with itself that no constraint looks for",
          "[space][half_space]") {
  const auto with = [](const std::string& constraint, const std::string& between) {
    return fmt::format(R"({{"dimension": 3, "bodies": [{{"name": "box", "density": 1000,
        "material": {{"type": "neo_hookean", "young": 1e6, "poisson": 0.3}},
        "mesh": {{"type": "box", "size": [1, 1, 1], "cells": [1, 1, 1]}}}}, {}],
        "integrator": {{"type": "moreau_jean"}}, "time": {{"end": 1e-3}},
        "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {}, "solver": {{"type": "interior_point"}},
          "laws": [{{"between": ["box", "{}"], "type": "nonsmooth_force", "friction": 0.3}}]}}}})",
                       kFloor, constraint, between);
  };
  CHECK(refused(with(kAlone, "floor")) == "accepted");
  CHECK_THAT(refused(with(R"({"type": "vertex_face"})", "floor")),
             Catch::Contains("no law is for \"box\" and \"box\""));
}

TEST_CASE("mistakes in half-spaces are told with what is allowed", "[space][half_space]") {
  using Catch::Contains;
  const auto with = [](const std::string& obstacle, const std::string& supports = "",
                       const std::string& constraint = kAlone) {
    return refused(scene(3, falling_cube(3) + ", " + obstacle, supports, constraint, 1e-3, 1e-3));
  };
  CHECK(with(kFloor) == "accepted");
  CHECK_THAT(with(R"({"name": "f", "type": "obstacle"})"), Contains("half_space"));
  CHECK_THAT(with(R"({"name": "f", "type": "obstacle", "half_space": {}})"), Contains("normal"));
  CHECK_THAT(with(R"({"name": "f", "type": "obstacle", "half_space": {"normal": [0, 1]}})"),
             Contains("3 numbers"));
  CHECK_THAT(with(R"({"name": "f", "type": "obstacle", "half_space": {"normal": [0, 0, 0]}})"),
             Contains("no direction"));
  CHECK_THAT(with(R"({"name": "f", "type": "obstacle", "half_space": {"normal": [0, 0, 1]},
                      "mesh": {"type": "box", "size": [1, 1, 1], "cells": [1, 1, 1]}})"),
             Contains("has one of them"));
  CHECK_THAT(with(kFloor, R"("supports": [{"body": "floor", "path": {"type": "rotation",
                  "about": [0, 0, 0], "axis": [0, 0, 1], "rate": 1}}],)"),
             Contains("never tilts"));
  CHECK_THAT(with(kFloor, "", R"({"type": "vertex_face"})"),
             Contains("does not look at half-spaces"));
}

TEST_CASE(
    "rigid boxes that fall into a box of half-spaces stay in it, and their momentum is its "
    "impulses",
    "[space][half_space]") {
  const bool all = std::getenv("TACTUS_SPACE_SCENES") != nullptr;
  const int across = all ? 5 : 2, high = all ? 8 : 2;
  std::string bodies;
  for (int k = 0; k < across * across * high; ++k)
    bodies += fmt::format(
        R"({{"name": "box {}", "type": "rigid", "density": 1000,
             "mesh": {{"type": "box", "size": [0.1, 0.1, 0.1], "cells": [1, 1, 1]}},
             "rotate": [{}, {}, 0], "velocity": [{}, 0, 0], "translate": [{}, {}, {}]}}, )",
        k, 0.1 * (k % 7), -0.1 * (k % 5), 0.2 * (k % 3 - 1), 0.1 + 0.25 * (k % across),
        0.1 + 0.25 * (k / across % across), 0.15 + 0.25 * (k / (across * across)));
  const Real width = 0.25 * across + 0.1;
  std::string constraints;
  const auto wall = [&](const char* name, const std::string& rest) {
    bodies +=
        fmt::format(R"({{"name": "{}", "type": "obstacle", "half_space": {{{}}}}})", name, rest);
    constraints += fmt::format(R"({{"type": "half_space", "between": ["*", "{}"]}}, )", name);
  };
  wall("floor", R"("normal": [0, 0, 1])"), bodies += ", ";
  wall("left", R"("normal": [1, 0, 0])"), bodies += ", ";
  wall("front", R"("normal": [0, 1, 0])"), bodies += ", ";
  wall("right", fmt::format(R"("point": [{}, 0, 0], "normal": [-1, 0, 0])", width)), bodies += ", ";
  wall("back", fmt::format(R"("point": [0, {}, 0], "normal": [0, -1, 0])", width));
  Simulation s(scene(3, bodies, R"("loads": [{"type": "gravity", "acceleration": [0, 0, -9.81]}],)",
                     "[" + constraints + R"({"type": "vertex_face"}])", all ? 1 : 0.3, 1e-3));
  Index overlaps = 0, struck = 0;
  s.run([&](Simulation& now) {
    overlaps += !now.audit().clean();
    struck += now.stepper.facts().outside.support_impulse[2] > 0;
  });
  CHECK(struck > 0);
  CHECK(overlaps == 0);
  CHECK(s.balance.linear_drift() <= 1e-10 * s.balance.linear_scale());
}
