// Load steps that come to a limit load: the run ends soon, says how far it came, and keeps the last equilibrium.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "core/step/step_failure.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

/// A bar of perfectly plastic steel between rollers, pulled up to twice what it bears in plane strain, 2/sqrt 3 of its
/// yield stress.
std::string pulled_bar(bool with_contact, int steps) {
  constexpr Real kYield = 2e8;
  const std::string ground = R"(, {"name": "ground", "type": "obstacle",
      "half_space": {"normal": [0, 1], "point": [0, -5]}})",
                    contact = R"("contact": {"broad_phase": {"type": "grid"},
      "constraint": {"type": "half_space"}, "solver": {"type": "sqp"}},)";
  return fmt::format(R"({{"dimension": 2, "bodies": [{{"name": "bar", "density": 7800,
        "mesh": {{"type": "rectangle", "size": [1, 0.2], "cells": [6, 2]}},
        "material": {{"type": "j2_plastic", "young": 2e12, "poisson": 0.3, "yield_stress": {}, "hardening": 0}}}}{}],
      "supports": [{{"body": "bar", "group": "left", "fix": ["x"]}}, {{"body": "bar", "group": "bottom", "fix": ["y"]}}],
      "loads": [{{"type": "traction", "body": "bar", "group": "right", "traction": [{:.17g}, 0],
        "factor": {{"type": "ramp", "end": 1}}}}],
      "integrator": {{"type": "quasi_static"}}, {} "time": {{"end": 1, "step": {}}}}})",
                     kYield, with_contact ? ground : "", 2 * kYield * 2 / std::sqrt(3.),
                     with_contact ? contact : "", 1. / steps);
}

}  // namespace

TEST_CASE("load steps that come to a limit load end soon, and say with which load",
          "[implicit][quasi_static]") {
  const bool with_contact = GENERATE(false, true);
  const int steps = GENERATE(1, 4, 30);
  CAPTURE(with_contact, steps);
  Simulation s(pulled_bar(with_contact, steps));
  Index made = 0, retries = 0;
  Real share = 0;
  std::string error;
  try {
    s.run([&](Simulation& now) {
      const core::StepFacts& facts = now.stepper.facts();
      ++made, retries += facts.retries;
      share = std::max(share, facts.equilibrium.share());
    });
  } catch (const core::StepError& e) {
    error = e.what();
  }
  CAPTURE(error, made, retries);
  // Known to a thousandth; strains of 0.01 % thin the bar.
  CHECK(s.time() == Approx(0.5).epsilon(1.5e-3));
  CHECK(s.time() <= 0.5);
  CHECK_THAT(error, Catch::Contains("\"traction\" on \"bar\" times 0.49") &&
                        Catch::Contains("Beyond a limit load there is none") &&
                        !Catch::Contains("nothing holds"));
  CHECK(made <= steps + 10);
  CHECK(retries + s.stepper.failed().retries <= 20);
  CHECK(share <= 1e-8);
}

TEST_CASE("where there is no limit load none is spoken of", "[implicit][quasi_static]") {
  // It is held along y alone, and pulled along x.
  Simulation s(R"({"dimension": 2, "bodies": [{"name": "block", "density": 1,
        "mesh": {"type": "rectangle", "size": [1, 1], "cells": [2, 2]},
        "material": {"type": "linear_elastic", "young": 1000, "poisson": 0.3}}],
      "supports": [{"body": "block", "group": "bottom", "fix": ["y"]}],
      "loads": [{"type": "traction", "body": "block", "group": "right", "traction": [1, 0],
        "factor": {"type": "ramp", "end": 1}}],
      "integrator": {"type": "quasi_static"}, "time": {"end": 1, "step": 0.25}})");
  CHECK_THROWS_WITH(s.run(), Catch::Contains("nothing holds body \"block\" along x") &&
                                 !Catch::Contains("limit load") &&
                                 !Catch::Contains("last equilibrium"));
}

TEST_CASE("a limit load is spoken of after the start, and of loads that change",
          "[implicit][quasi_static]") {
  const Outcome failed = Outcome::retry(Cause::not_converged, "the step did not converge");
  core::Configuration configuration;
  CHECK(limit_load(failed, configuration, 0.5).empty());
  core::LoadConfig& load = configuration.loads.emplace_back();
  load.type = core::LoadType::gravity;
  CHECK(limit_load(failed, configuration, 0.5).empty());
  load.factor.shape = core::RampFactor{};
  CHECK_THAT(limit_load(failed, configuration, 0.5),
             Catch::Contains("t = 0.5 s, with gravity times "));
  CHECK(limit_load(failed, configuration, 0).empty());
  CHECK(limit_load(Outcome::retry(Cause::inverted_element, ""), configuration, 0.5).empty());
}
