// The judge of random scenes itself: it must see what it is there for, and nothing else.
#include "tests/property/scene_judge.hpp"

#include <catch2/catch.hpp>

#include "tests/property/meeting_scenes.hpp"

using namespace tactus;
using namespace tactus::property;

namespace {

std::string with(std::string json, const std::string& what, const std::string& instead) {
  const auto at = json.find(what);
  REQUIRE(at != std::string::npos);
  return json.replace(at, what.size(), instead);
}

/// One square that swings: stretched along x, with `rate` times its width a second at most.
std::string swinging_square(Real rate) {
  return fmt::format(R"({{
  "dimension": 2,
  "bodies": [{{"name": "square", "mesh": {{"type": "rectangle", "cells": [4, 4]}}, "density": 1,
               "material": {{"type": "neo_hookean", "lambda": 0.5, "mu": 0.25}},
               "velocity": {{"gradient": [[{}, 0], [0, 0]]}}}}],
  "integrator": {{"type": "newmark"}}, "time": {{"end": 10}}
}})",
                     rate);
}

}  // namespace

TEST_CASE("the judge of scenes sees energy that contact brings in", "[property]") {
  // A solver that looks neither at energies nor at the size of corrections: the first choice of
  // rows that intersects nothing is the last.
  for (const unsigned seed : {14U, 32U}) {
    const std::string scene = MeetingScenes("slices", seed).scene().json();
    const Verdict v = SceneJudge().judge(
        with(scene, R"("type": "local_sqp")",
             R"("type": "local_sqp", "energy_share": 1e9, "limit_corrections": false)"));
    CHECK(v.name() == "contact");
    CHECK(v.contact > 1);
  }
}

TEST_CASE("the judge of scenes sees bodies that intersect", "[property]") {
  // Crossing facets are all that this constraint knows of, and it leaves some.
  Index seen = 0;
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const std::string scene = MeetingScenes("slices", seed).scene().json();
    seen += SceneJudge().judge(with(scene, "vertex_edge", "facet_intersection")).fault ==
            Fault::intersection;
  }
  CHECK(seen > 0);
}

TEST_CASE("the judge of scenes lays to integration what contact has not done", "[property]") {
  Real integration = 0;
  const auto judge = [&](Real rate) {
    return SceneJudge().judge(
        swinging_square(rate), [&](testing::Simulation&, const EnergyLedger& e) {
          CHECK(std::abs(e.sums().contact) <= e.rounding());
          CHECK(e.gap() <= e.rounding());
          integration = std::max(integration, std::abs(e.sums().integration) / e.scale());
        });
  };
  CHECK(judge(0.01).name() == "sound");
  CHECK(integration < 1e-4);
  CHECK(judge(0.8).name() == "integration");
}
