// Rigid bodies of the plane that collide with deformable ones: momenta, energy account, exact audit, the
// same bits for any number of threads and from a checkpoint; and what a configuration may not say.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <string>

#include "tests/support/copy_state.hpp"
#include "tests/support/energy_scenes.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using namespace tactus::testing;
using Catch::Contains;

namespace {

constexpr std::string_view kRubber =
    R"("density": 1000, "material": {"type": "neo_hookean", "young": 1e7, "poisson": 0.3})";
constexpr std::string_view kDisks = R"("contact": {"broad_phase": {"type": "grid"},
    "constraint": {"type": "disk_edge"}, "solver": {"type": "local_sqp"}})";

/// A rigid square falls with a corner first and a spin on a block that nothing holds.
std::string square_on_block(std::string_view impact = "reflect") {
  return fmt::format(R"({{"bodies": [
    {{"name": "square", "type": "rigid", "density": 3000, "translate": [0.8, 0.52], "rotate": 0.2,
      "mesh": {{"type": "rectangle", "size": [0.5, 0.5], "cells": [1, 1]}},
      "velocity": {{"constant": [1, -5], "spin": 3}}}},
    {{"name": "block", {}, "mesh": {{"type": "rectangle", "size": [2, 0.5], "cells": [8, 2]}}}}],
    "integrator": {{"type": "newmark", "impact": "{}"}}, {}, "time": {{"end": 0.06}}}})",
                     kRubber, impact, kContact);
}

/// Two disks of the same size, one rigid and exactly round, run into each other off centre.
std::string disks(bool restore = true, Real speed = 10) {
  return fmt::format(R"({{"bodies": [
    {{"name": "soft", {}, "mesh": {{"type": "disk", "radius": 0.5, "rings": 4}},
      "translate": [0.55, 0.2], "velocity": [-{}, 0]}},
    {{"name": "hard", "type": "rigid", "density": 1000, "radius": 0.5, "translate": [-0.55, 0],
      "velocity": {{"constant": [{}, 0], "spin": 20}}}}],
    "integrator": {{"type": "newmark", "restore_angular_momentum": {}}}, {},
    "time": {{"end": {}}}}})",
                     kRubber, speed, speed, restore, kDisks, 0.3 / speed);
}

void expect_sound(Simulation& run) {
  REQUIRE(run.balance.free());
  CHECK(run.balance.linear_drift() < 1e-12 * run.balance.linear_scale());
  CHECK(run.balance.angular_drift() < 1e-12 * run.balance.angular_scale());
  CHECK(run.balance.account().kept());
  CHECK(run.balance.account().gains().contact_share < 1e-3);
  CHECK(run.balance.account().gains().integration_share < 1e-2);
}

}  // namespace

TEST_CASE("a rigid square on a deformable block keeps momenta and gains no energy",
          "[validation][rigid]") {
  Simulation run(square_on_block(GENERATE("reflect", "stop")));
  const Real fall = run.momentum(0, 1);
  bool clean = true;
  run.run([&](Simulation& s) { clean = clean && s.audit().clean(); });
  CHECK(clean);
  expect_sound(run);
  CHECK(run.momentum(0, 1) > fall / 2);  // the block has taken it up
}

TEST_CASE("a rigid disk, exactly round, and a deformable one collide and keep momenta",
          "[validation][rigid]") {
  Simulation run(disks());
  const Real before = run.momentum(1, 0);
  bool clean = true;
  run.run([&](Simulation& s) { clean = clean && s.audit().clean(); });
  CHECK(clean);
  expect_sound(run);
  CHECK(run.momentum(1, 0) < before / 2);
}

TEST_CASE("without friction contact does not turn a disk", "[validation][rigid]") {
  // The restoration of angular momentum turns the disk with the nodes that it struck, by what the step
  // has lost: the error of the step, and none of contact.
  // A rigid impact zone would turn the disk as a part of it; at this speed there is none.
  Simulation run(disks(false, 2));
  const Real before = run.momentum(1, 0);
  run.run([](Simulation& s) { REQUIRE(s.stepper.facts().contact.forces.impact_zone_nodes == 0); });
  CHECK(run.momentum(1, 0) < before / 2);
  const Body& disk = run.model.layout().bodies[1];
  CHECK(run.stepper.state().v[static_cast<std::size_t>(disk.dofs.begin + 2)] ==
        Approx(20).epsilon(1e-13));
}

TEST_CASE("runs with rigid bodies have the same bits for any threads and from a checkpoint",
          "[validation][rigid]") {
  const std::string scene = GENERATE(square_on_block(), disks());
  Simulation one(scene, 1), three(scene, 3), resumed(scene, 2);
  for (int k = 0; !one.stepper.finished(); ++k) {
    if (k == 20) testing::copy_state(one, resumed);
    one.step();
    three.step();
    if (k >= 20) resumed.stepper.advance();
  }
  CHECK(one.stepper.steps() > 30);
  CHECK(one.stepper.state().q == three.stepper.state().q);
  CHECK(one.stepper.state().v == three.stepper.state().v);
  CHECK(one.stepper.state().q == resumed.stepper.state().q);
  CHECK(one.stepper.state().v == resumed.stepper.state().v);
}

TEST_CASE("bodies that touch a rigid one at the start do not overlap it", "[validation][rigid]") {
  // A third has no exact place: the centre of mass of the square is rounded.
  Simulation run(fmt::format(R"({{"bodies": [
    {{"name": "square", "type": "rigid", "mass": 2, "translate": [0.1, 0.3333333333333333],
      "mesh": {{"type": "rectangle", "size": [0.7, 0.31], "cells": [3, 2]}}}},
    {{"name": "block", {}, "mesh": {{"type": "rectangle", "size": [1, 0.3333333333333333],
      "cells": [4, 2]}}}}],
    "integrator": {{"type": "newmark"}}, {}, "time": {{"end": 1e-3}}}})",
                             kRubber, kContact));
  CHECK(run.audit().clean());
}

TEST_CASE("a rigid body falls as a stone does, and its weight is in the balance",
          "[validation][rigid]") {
  Simulation run(R"({"bodies": [{"name": "stone", "type": "rigid", "mass": 2, "inertia": 0.5,
      "mesh": {"type": "rectangle"}, "velocity": {"constant": [3, 4], "spin": 2}}],
    "loads": [{"type": "gravity", "acceleration": [0, -10]}],
    "integrator": {"type": "newmark"}, "time": {"end": 1, "step": 0.01}})");
  const Real x = run.stepper.state().q[0], y = run.stepper.state().q[1];
  run.run();
  const auto& state = run.stepper.state();
  CHECK(state.q[0] - x == Approx(3).epsilon(1e-13));
  CHECK(state.q[1] - y == Approx(4 - 5).epsilon(1e-12));
  CHECK(state.q[2] == Approx(2).epsilon(1e-13));
  CHECK(run.balance.total() == Approx(2. / 2 * 25 + 0.5 / 2 * 4).epsilon(1e-13));
  CHECK(run.balance.linear_drift() < 1e-12 * run.balance.linear_scale());
}

TEST_CASE("what a rigid body cannot have is refused with a word on what to do",
          "[validation][rigid]") {
  const auto scene = [](const std::string& body, const std::string& more = "") {
    return R"({"bodies": [{"name": "b", "type": "rigid", )" + body + "}]," + more +
           R"("integrator": {"type": "newmark"}, "time": {"end": 1, "step": 0.1}})";
  };
  const std::string mesh = R"("mesh": {"type": "rectangle"})";
  CHECK_THROWS_WITH(Simulation(scene(mesh)), Contains("a \"density\" or a \"mass\""));
  CHECK_THROWS_WITH(Simulation(scene(R"("density": 1)")),
                    Contains("is round and has a \"radius\""));
  CHECK_THROWS_WITH(Simulation(scene(R"("density": 1, "radius": 1, )" + mesh)),
                    Contains("take one of them away"));
  CHECK_THROWS_WITH(Simulation(scene(R"("density": 1, "mass": 1, )" + mesh)),
                    Contains("one of them is enough"));
  CHECK_THROWS_WITH(
      Simulation(scene(R"("density": 1, "velocity": {"gradient": [[1, 0], [0, 1]]}, )" + mesh)),
      Contains("one velocity and one spin"));
  CHECK_THROWS_WITH(
      Simulation(scene(R"("density": 1, )" + mesh, R"("supports": [{"body": "b"}],)")),
      Contains("\"obstacle\""));
}
