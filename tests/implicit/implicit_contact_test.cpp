// Implicit steps with contact, newmark with beta = 1/4 and sqp: squares that meet at their corners (Kane et
// al. 1999, Figs. 14 and 16), the account of energy, momentum, checkpoints, threads, and what is refused.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/implicit/falling_scenes.hpp"
#include "tests/implicit/series.hpp"
#include "tests/support/copy_state.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

using Sets = std::vector<std::string>;

/// A scene of the paper, with implicit steps instead of explicit ones.
Simulation squares(const std::string& name, Real step, Real end, Sets more = {}) {
  Sets sets{"/integrator/beta=0.25", "/integrator/mass=lumped", "/contact/solver/type=sqp",
            fmt::format("/time/step={}", step), fmt::format("/time/end={}", end)};
  sets.insert(sets.end(), more.begin(), more.end());
  return Simulation::from_file(TACTUS_SOURCE_DIR "/configs/paper/" + name + ".json", sets);
}

/// s, the largest stable explicit step of the scene.
Real critical_step(const std::string& name, const Sets& more = {}) {
  const auto s = Simulation::from_file(TACTUS_SOURCE_DIR "/configs/paper/" + name + ".json", more);
  return s.system.critical_step();
}

struct ContactCourse {
  Index contacts = 0, dirty = 0, retries = 0;
  Real highest = 0;  ///< of the total energy, over that at the start
  Real open = 0;  ///< largest change of energy in a step that the account does not name, likewise
};

ContactCourse course_of(Simulation& s) {
  const Real start = s.balance.total();
  ContactCourse course;
  Real before = s.balance.account().energy();
  s.run([&](Simulation& now) {
    const core::Account& account = now.balance.account();
    const core::StepFacts& facts = now.stepper.facts();
    course.contacts += facts.contact.forces.contacts > 0;
    course.retries += facts.retries;
    course.dirty += !now.audit().clean();
    course.highest = std::max(course.highest, now.balance.total() / start);
    const Real change = account.energy() - before - account.step().sum();
    course.open = std::max(course.open, std::abs(change) / start);
    before = account.energy();
  });
  return course;
}

/// m, the first coordinate of the centre of a body's mass.
Real centre(const Simulation& s, std::size_t body) {
  Real sum = 0;
  const Range nodes = s.model.bodies()[body].nodes;
  for (Index n = 0; n < nodes.size(); ++n)
    sum += s.model.mass()[2 * (nodes.begin + n)] * s.position(body, n, 0);
  return sum / s.mass(body);
}

/// A thin plate flies at a thin wall with a part of the speed of waves, in steps in which it moves some
/// altitudes of its triangles.
Simulation plate_on_wall(Real of_waves, Real altitudes, const std::string& substepping = "true") {
  const Real speed = of_waves * std::sqrt(3e3), step = altitudes * 0.02 / std::sqrt(2.) / speed;
  const auto plate = [](const char* name, Real height, int cells, Real x, Real v) {
    return fmt::format(R"({{"name": "{}", "density": 1, "velocity": [{}, 0], "translate": [{}, {}],
        "mesh": {{"type": "rectangle", "size": [0.02, {}], "cells": [1, {}], "triangles": 2}},
        "material": {{"type": "neo_hookean", "lambda": 1e3, "mu": 1e3}}}})",
                       name, v, x, -height / 2, height, cells);
  };
  return Simulation(fmt::format(R"({{"dimension": 2, "bodies": [{}, {}],
      "integrator": {{"type": "newmark", "beta": 0.25, "mass": "lumped"}},
      "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "vertex_edge"}},
                   "solver": {{"type": "sqp"}}, "substepping": {}}},
      "time": {{"end": {}, "step": {}}}}})",
                                plate("mover", 0.5, 25, -0.0733 - 0.02, speed),
                                plate("wall", 1, 50, 0, 0), substepping, 0.16 / speed, step));
}

}  // namespace

TEST_CASE("KROM-4i squares that meet at their corners keep their energy in implicit steps",
          "[implicit][sqp]") {
  struct Layout {
    std::string name;
    Real end;
  };
  const auto& [name, end] =
      GENERATE(Layout{"four_squares", 1e-3}, Layout{"four_squares_symmetric", 8e-4});
  const Real times = GENERATE(1., 2.);
  if (!is_series() && (times == 1) == (name == "four_squares")) return;
  CAPTURE(name, times);
  auto s = squares(name, times * critical_step(name), end);
  const Real start = s.balance.total();
  const ContactCourse course = course_of(s);
  CHECK(course.contacts > 10);
  CHECK(course.dirty == 0);
  CHECK(s.balance.account().gains().largest_contact <= 1e-3 * start);
  CHECK(s.balance.total() >= 0.94 * start);
  CHECK(s.balance.total() <= 1.001 * start);
  CHECK(course.open <= 1e-11);
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
}

TEST_CASE("KROM-4i squares with a consistent mass come to the end, also in long steps",
          "[implicit][sqp]") {
  const Real times = GENERATE(1., 4., 16.);
  if (!is_series() && times == 1) return;
  CAPTURE(times);
  const std::string name = "four_squares";
  auto s = squares(name, times * critical_step(name), 1e-3, {"/integrator/mass=consistent"});
  const Real start = s.balance.total();
  const ContactCourse course = course_of(s);
  CHECK(course.contacts > 10);
  CHECK(course.dirty == 0);
  CHECK(s.balance.account().gains().largest_contact <= 1e-2 * start);
  CHECK(s.balance.total() >= 0.94 * start);
  CHECK(course.highest <= 1.01);
  // Newton's method stops at a part of the increment, which grows with the step.
  CHECK(course.open <= 1e-11 * std::max(1., times / 4));
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
}

TEST_CASE("with \"stop\" the account of implicit steps closes, too", "[implicit][sqp]") {
  const std::string name = "four_squares";
  auto s = squares(name, critical_step(name), 3e-4, {"/integrator/impact=stop"});
  const ContactCourse course = course_of(s);
  CHECK(course.contacts > 10);
  CHECK(course.dirty == 0);
  CHECK(course.open <= 1e-11);
  CHECK(s.balance.account().gains().contact_share <= s.balance.account().gain_limit());
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
}

TEST_CASE("an implicit run with contact goes on from any step to the bit", "[implicit][sqp]") {
  // Scenes that have it all: contact, divided steps, and steps that are tried again.
  property::RandomNumbers random(11);
  Index resumed_runs = 0, contacts = 0, divided = 0, retries = 0;
  for (const unsigned seed : {7, 11}) {
    const std::string text = FallingScene(seed).text(4e-3);
    Simulation straight(text);
    const auto advance = [&] {
      straight.step();
      const core::StepFacts& facts = straight.stepper.facts();
      contacts += facts.contact.forces.contacts > 0;
      divided += facts.substeps > 1;
      retries += facts.retries;
    };
    while (!straight.stepper.finished()) {
      advance();
      if (straight.stepper.finished() || !random.one_in(2)) continue;
      ++resumed_runs;
      Simulation resumed(text);
      copy_state(straight, resumed);
      for (int k = 0; k < 4 && !resumed.stepper.finished(); ++k) resumed.step();
      while (straight.stepper.steps() < resumed.stepper.steps()) advance();
      CAPTURE(seed, straight.stepper.steps());
      CHECK(straight.stepper.state().q == resumed.stepper.state().q);
      CHECK(straight.stepper.state().v == resumed.stepper.state().v);
      CHECK(straight.stepper.step_size() == resumed.stepper.step_size());
      CHECK(straight.balance.account().sum().contact == resumed.balance.account().sum().contact);
    }
  }
  CHECK(resumed_runs >= 10);
  CHECK(contacts > 10);
  CHECK(divided > 0);
  CHECK(retries > 0);
}

TEST_CASE("whatever falls on the ground in implicit steps lands soundly", "[implicit][sqp]") {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    Simulation s(FallingScene(seed).text());
    ContactCourse course;
    REQUIRE_NOTHROW(course = course_of(s));
    CHECK(course.contacts > 0);
    CHECK(course.dirty == 0);
    CHECK(s.balance.account().gains().contact_share <= s.balance.account().gain_limit());
    CHECK(s.balance.account().gains().integration_share <= 1e-2);
    CHECK(course.open <= 1e-10);
  }
}

TEST_CASE("implicit steps with contact have the same bits for any number of threads",
          "[implicit][sqp]") {
  const std::string text = FallingScene(3).text();
  Simulation one(text, 1), two(text, 2), three(text, 3);
  one.run(), two.run(), three.run();
  CHECK(one.stepper.state().q == two.stepper.state().q);
  CHECK(one.stepper.state().v == three.stepper.state().v);
}

TEST_CASE("DET-13i a thin plate does not pass a thin wall in implicit steps of any length",
          "[implicit][sqp]") {
  const Real of_waves = GENERATE(0.1, 0.5), altitudes = GENERATE(0.5, 1., 2., 4., 8.);
  CAPTURE(of_waves, altitudes);
  auto s = plate_on_wall(of_waves, altitudes);
  bool caught = false, passed = false;
  Index dirty = 0, divided = 0;
  std::string refused;
  try {
    s.run([&](Simulation& now) {
      caught = caught || now.stepper.facts().contact.forces.contacts > 0;
      divided += now.stepper.facts().substeps > 1;
      passed = passed || centre(now, 0) > centre(now, 1);
      dirty += !now.audit().clean();
    });
  } catch (const core::StepError& e) {
    refused = e.what();
  }
  CAPTURE(refused);
  CHECK((caught || !refused.empty()));
  CHECK_FALSE(passed);
  CHECK(dirty == 0);
  CHECK((altitudes <= 0.5 || divided > 0));
  if (of_waves <= 0.1) CHECK(refused.empty());
}

TEST_CASE("steps are divided into as many parts as the altitudes that are allowed ask for",
          "[implicit][sqp]") {
  const auto parts = [](const std::string& substepping) {
    auto s = plate_on_wall(0.1, 2, substepping);
    Index most = 1;
    for (int n = 0; n < 3; ++n) s.step(), most = std::max(most, s.stepper.facts().substeps);
    return most;
  };
  CHECK(parts("true") == parts("0.5"));
  CHECK(parts("true") >= 4);
  CHECK(parts("1") == (parts("0.5") + 1) / 2);
  CHECK(parts("4") == 1);
  CHECK(parts("false") == 1);
  CHECK_THROWS_WITH(plate_on_wall(0.1, 2, "0"), Catch::Contains("a number > 0 or false"));
}

TEST_CASE("a solver for explicit steps and one for implicit steps refuse each other's steps",
          "[implicit][sqp]") {
  CHECK_THROWS_WITH(squares("four_squares", 1e-6, 1e-5, {"/contact/solver/type=local_sqp"}),
                    Catch::Contains("\"local_sqp\" needs an explicit step"));
  CHECK_THROWS_WITH(
      squares("four_squares", 1e-6, 1e-5, {"/integrator/beta=0"}),
      Catch::Contains("\"sqp\" needs a tangent of the equations of an implicit step"));
}
