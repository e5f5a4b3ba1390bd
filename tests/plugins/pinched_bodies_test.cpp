// Bodies between jaws that close. A step may not move anything much further than what it corrects
// (docs/theory/impact_zones.md, "The size of a correction"): a body that cannot give way is
// pinched, and is not shot out.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>

#include "core/step/step_failure.hpp"
#include "tests/support/energy_scenes.hpp"
#include "tests/support/measured.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::MeasuredBySolver;
using tactus::testing::Simulation;

namespace {

constexpr Real kJaw = 0.2956029175117532;  ///< m/s, speed of each jaw

/// A rigid quadrilateral that turns slowly between two obstacles that close with 0.3 m/s each. Its
/// width becomes a minimum between them at t = 2.0096 s.
std::string squeezed(std::string_view impact, bool limited) {
  return fmt::format(R"({{"dimension": 2, "bodies": [
    {{"name": "stone", "type": "rigid", "density": 0.21685144466989298,
      "mesh": {{"type": "polygon", "size": 1, "points": [
        [0.4996149676570666, 0.019618463064886075], [-0.3477645613963333, 0.3592489524505477],
        [-0.4903456615825302, -0.09778104196208375], [0.1167958228075441, -0.4861673948083199]]}},
      "rotate": 5.1268594383145185, "translate": [0.8, 0.6],
      "velocity": {{"constant": [-0.0025597495374644064, -0.023433715966097477],
                    "spin": 0.5430271528678671}}}},
    {{"name": "left", "type": "obstacle", "translate": [-0.6, 0.1],
      "mesh": {{"type": "rectangle", "size": [0.5, 2], "cells": [1, 4]}}}},
    {{"name": "right", "type": "obstacle", "translate": [1.7, 0.1],
      "mesh": {{"type": "rectangle", "size": [0.5, 2], "cells": [1, 4]}}}}],
    "supports": [{{"body": "left", "velocity": [{1}, 0]}},
                 {{"body": "right", "velocity": [-{1}, 0]}}],
    "integrator": {{"type": "newmark", "impact": "{0}"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "vertex_edge"}},
                 "solver": {{"type": "local_sqp", "limit_corrections": {2}}}}},
    "time": {{"end": 2.5371874077331458, "step": 0.00035071154848345947}},
    "output": {{"audit": "steps"}}}})",
                     impact, kJaw, limited);
}

/// sqrt(2 T/M) [m/s] of the stone. An elastic impact on a support with the speed V adds 2 V at most,
/// because the kinetic energy is the same before and after it where the support is at rest.
Real root_mean_square_speed(const Simulation& s) {
  return std::sqrt(2 * s.balance.now().kinetic / s.balance.mass());
}

/// m/s, of the centre of the stone.
Real speed(const Simulation& s) {
  const Real mass = s.model.mass()[s.model.layout().bodies[0].dofs.begin];
  return std::hypot(s.momentum(0, 0), s.momentum(0, 1)) / mass;
}

/// What stops a run that ran away, as the program says it.
std::string last_words(Simulation& s) {
  try {
    s.balance.account().stop_runaway(
        s.stepper.steps(), s.time(),
        core::pressed_bodies(s.stepper.facts().contact.forces, s.configuration()));
  } catch (const core::StepError& e) {
    return e.what();
  }
  return {};
}

}  // namespace

TEST_CASE("a rigid body between jaws that close is refused where its width is least",
          "[plugins][pinched]") {
  const std::string impact = GENERATE("reflect", "stop");
  CAPTURE(impact);
  Simulation s(squeezed(impact, true));
  Real before = root_mean_square_speed(s), gain = 0;
  try {
    s.run([&](Simulation& now) {
      gain = std::max(gain, root_mean_square_speed(now) - before);
      before = root_mean_square_speed(now);
    });
    FAIL("it was not refused");
  } catch (const core::StepError& e) {
    const std::string words = e.what();
    CAPTURE(words);
    CHECK(words.find("pinched") != std::string::npos);
    CHECK(words.find("\"stone\"") != std::string::npos);
    CHECK((words.find("\"left\"") != std::string::npos ||
           words.find("\"right\"") != std::string::npos));
  }
  CHECK(s.time() == Approx(2.0096).margin(1e-4));
  // A body that reflects gains speed bounce by bounce: here it has a hundred times that of the jaws
  // before it is refused. A single impact gives 2 V; both jaws at once, whose normals nearly
  // balance, push it aside, with ten times as much where they reach the limit of a correction.
  CHECK(gain <= 10 * 2 * kJaw);
}

TEST_CASE("without the limit of corrections a pinched body is refused all the same",
          "[plugins][pinched]") {
  // The step that the limit would have refused leaves rows that push far below their bounds.
  Simulation s(squeezed("reflect", false));
  Real fastest = 0;
  std::string words;
  try {
    s.run([&](Simulation& now) { fastest = std::max(fastest, speed(now)); });
  } catch (const core::StepError& e) {
    words = e.what();
  }
  CAPTURE(words);
  CHECK_THAT(words, Catch::Contains("pinched") && Catch::Contains("\"stone\""));
  CHECK(fastest < 1000);
  CHECK(s.time() == Approx(2.0096).margin(1e-3));
}

TEST_CASE("pinched bodies of the reference folder are in no case called sound",
          "[plugins][pinched]") {
  const std::string name = GENERATE("pinch_sound", "pinch_rounding_126");
  const std::string file = TACTUS_REFERENCE_DIR "/scenes/" + name + ".json";
  if (!std::filesystem::exists(file)) {
    WARN("skipped: no reference scenes; set TACTUS_REFERENCE_DIR");
    return;
  }
  const std::string set = GENERATE("/integrator/impact=reflect", "/integrator/impact=stop",
                                   "/contact/solver/limit_corrections=false");
  CAPTURE(name, set);
  Simulation s = Simulation::from_file(file, {set});
  std::string words;
  try {
    while (!s.stepper.finished() && words.empty()) {
      s.step();
      if (!s.balance.account().runaway().empty()) words = last_words(s);
    }
  } catch (const core::StepError& e) {
    words = e.what();
  }
  CAPTURE(words);
  CHECK(words.find("pinched") != std::string::npos);
  CHECK(s.time() == Approx(2.0096).margin(1e-3));
}

TEST_CASE("corrections are about as large as the motion that they correct", "[plugins][pinched]") {
  using namespace tactus::testing;
  const auto [name, text] = GENERATE(table<std::string, std::string>({
      {"falling on a floor", falling_disk("reflect")},
      {"falling on a floor, stop", falling_disk("stop")},
      {"a bar on a wall", bar_on_wall("reflect")},
      {"pushed by a driven wall", pushed_square("reflect")},
      {"pushed by a driven wall, stop", pushed_square("stop")},
      {"fast squares", fast_squares()},
      {"pressed on a floor", pressed_disk("reflect")},
      {"pressed on a floor, stop", pressed_disk("stop")},
  }));
  INFO(name);
  Simulation s(text);
  MeasuredBySolver ratio(s, "correction_over_motion");
  s.run([&](Simulation&) { ratio.look(); });
  CHECK(ratio.value() > 0);
  CHECK(ratio.value() <= 3);
}
