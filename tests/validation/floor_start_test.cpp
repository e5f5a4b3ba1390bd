// Bodies that begin inside a floor are refused as those that begin inside a body are: in lists of constraints, in space,
// with all other overlaps at once, and in a state of another run. A body that the floor does not serve is none of these.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "core/contact/behind_outside.hpp"
#include "core/run/parts.hpp"
#include "core/scene/model_error.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using namespace tactus::testing;
using Catch::Matchers::Contains;

namespace {

std::vector<core::ModelProblem> refused(const std::string& json) {
  core::RegistrySource source(registry());
  auto read = core::read_configuration(core::Document::parse(json, "test.json"), source);
  try {
    const core::Parts parts(read.configuration, 1, {}, [](std::string_view) {});
  } catch (const core::ModelError& e) {
    return e.problems;
  }
  return {};
}

std::string scene(int dimension, const std::string& bodies, const std::string& constraints) {
  return fmt::format(R"({{"dimension": {}, "bodies": [{}],
    "integrator": {{"type": "newmark", "beta": 0, "gamma": 0.5}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": [{}],
                "solver": {{"type": "local_sqp"}}}},
    "time": {{"end": 1, "step": 1e-4}}}})",
                     dimension, bodies, constraints);
}

constexpr const char* kMade =
    R"("density": 1000, "material": {"type": "neo_hookean", "lambda": 1e6, "mu": 1e6})";

/// A square of 1 m.
std::string block(const std::string& name, const std::string& at) {
  return fmt::format(R"({{"name": "{}", {}, "translate": [{}],
    "mesh": {{"type": "rectangle", "size": [1, 1], "cells": [1, 1]}}}})",
                     name, kMade, at);
}

/// The constraint of a floor at the height, in a scene whose last axis points upwards.
std::string floor_at(const std::string& name, Real height, int dimension = 2,
                     const std::string& with = "*") {
  const std::string zeros = dimension == 3 ? "0, 0" : "0";
  return fmt::format(R"({{"type": "floor", "between": ["{}", "{}"], "name": "{}",
                         "normal": [{}, 1], "point": [{}, {}]}})",
                     with, name, name, zeros, zeros, height);
}
constexpr const char* kBetweenBodies = R"({"type": "vertex_edge"})";

}  // namespace

TEST_CASE("Of several floors that one is named behind which a body begins", "[start]") {
  const std::string floors =
      std::string(kBetweenBodies) + ", " + floor_at("a", -2) + ", " + floor_at("b", 0);
  CHECK(refused(scene(2, block("one", "0, 0") + ", " + block("two", "2, 0.5"), floors)).empty());
  const auto problems =
      refused(scene(2, block("one", "0, 0") + ", " + block("two", "2, -0.5"), floors));
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].pointer == "/bodies/1");
  CHECK_THAT(problems[0].message, Contains("\"two\" and \"b\" overlap at the start: ") &&
                                      Contains("is 0.5 m deep in \"b\"") && !Contains("\"a\""));
  CHECK(refused(scene(2, block("one", "0, -2.5") + ", " + block("two", "2, 0"), floors)).size() ==
        2);  // "one" is behind both
}

TEST_CASE("A floor refuses no body that it does not serve", "[start]") {
  const std::string bodies = block("one", "0, 0") + ", " + block("two", "2, -0.5");
  const auto list = [](const std::string& with) {
    return floor_at("yard", 0, 2, with) + ", " + kBetweenBodies;
  };
  CHECK(refused(scene(2, bodies, list("one"))).empty());
  CHECK(refused(scene(2, bodies, list("two"))).size() == 1);
}

TEST_CASE("Balls and boxes that begin inside a floor in space are refused by their depth",
          "[start]") {
  const auto ball = [](Real height) {
    return fmt::format(
        R"({{"name": "thing", "type": "rigid", "mass": 1, "radius": 0.25, "translate": [3, 2, {}]}})",
        height + 0.25);
  };
  const auto box = [](Real height) {
    return fmt::format(R"({{"name": "thing", {}, "translate": [3, 2, {}],
      "mesh": {{"type": "box", "size": [1, 1, 1], "cells": [1, 1, 1]}}}})",
                       kMade, height);
  };
  const auto message = [](const std::string& body) {
    const auto problems = refused(scene(3, body, floor_at("yard", 0.5, 3)));
    return problems.empty() ? "" : problems[0].message;
  };
  CHECK(message(ball(0.5)) == "");
  CHECK(message(box(0.5)) == "");
  CHECK_THAT(message(ball(0.375)), Contains("\"thing\" and \"yard\" overlap at the start: ") &&
                                       Contains("reaches 0.125 m into \"yard\""));
  CHECK_THAT(message(box(0.375)), Contains("\"thing\" and \"yard\" overlap at the start: node ") &&
                                      Contains("0.375) m is 0.125 m deep in \"yard\""));
}

TEST_CASE("Overlaps of bodies and with floors are told at once, and both with hints", "[start]") {
  const std::string constraints = floor_at("yard", 0) + ", " + kBetweenBodies;
  const auto problems =
      refused(scene(2, block("one", "0, -0.25") + ", " + block("two", "0.5, 0"), constraints));
  REQUIRE(problems.size() == 2);
  CHECK_THAT(problems[0].message, Contains("\"one\" and \"two\" overlap at the start"));
  CHECK_THAT(problems[1].message, Contains("\"one\" and \"yard\" overlap at the start"));

  std::string turned = block("one", "0, 0");
  turned.insert(turned.size() - 1, R"(, "rotate": 30)");  // degrees, where radians are asked for
  const auto of_floor = refused(scene(2, turned, constraints));
  REQUIRE(of_floor.size() == 1);
  CHECK_THAT(of_floor[0].message, Contains("\"one\" and \"yard\" overlap at the start") &&
                                      Contains("body \"one\" is rotated by 30"));
}

TEST_CASE("A state of another run is refused where it is behind a floor", "[start]") {
  Simulation s(scene(2, block("one", "0, 0"), floor_at("yard", 0) + ", " + kBetweenBodies));
  core::Auditor auditor = core::make_auditor(s.model, s.configuration());
  std::vector<Real> points(s.model.surface().reference.begin(), s.model.surface().reference.end());
  const auto refuse = [&] {
    core::refuse_overlap_of_start(s.model, auditor, points,
                                  core::behind_outside(*s.stepper.contact(), points, s.context()));
  };
  CHECK_NOTHROW(refuse());
  for (std::size_t i = 1; i < points.size(); i += 2) points[i] -= 0.125;
  try {
    refuse();
    FAIL("it was not refused");
  } catch (const core::ModelError& e) {
    REQUIRE(e.problems.size() == 1);
    CHECK(e.problems[0].pointer == "/start/from");
    CHECK_THAT(e.problems[0].message,
               Contains("\"one\" and \"yard\" overlap in the state of the other run: ") &&
                   Contains("is 0.125 m deep in \"yard\""));
  }
}
