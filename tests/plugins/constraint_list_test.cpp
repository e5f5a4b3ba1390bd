// Several constraints in one run: each holds between its own surfaces, and the first of the list that is
// for two surfaces holds there.
#include "core/contact/constraint_list.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/simulation.hpp"

namespace {
using namespace tactus;
using testing::Simulation;

/// Three squares in a row, the first one thrown at the second: it hits the third one some time later. Two
/// round particles collide beside them.
std::string scene(const std::string& constraint, bool with_dust, double end = 4e-3) {
  const auto square = [](const std::string& name, double x, double v) {
    return R"({"name": ")" + name +
           R"(", "mesh": {"type": "rectangle", "size": [1, 1], "cells": [4, 4]}, "translate": [)" +
           std::to_string(x) + ", " + std::to_string(0.1 * x) +
           R"(], "material": {"type": "neo_hookean", "lambda": 1.75e9, "mu": 0.801e9}, "density": 1000,
              "velocity": [)" +
           std::to_string(v) + ", 0]}";
  };
  const auto dust = [](const std::string& name, double x, double v) {
    return R"({"name": ")" + name + R"(", "type": "particles", "points": [[)" + std::to_string(x) +
           R"(, 5]], "mass": 1, "radius": 0.1, "velocity": [)" + std::to_string(v) + ", 0]}";
  };
  std::string bodies =
      square("a", 0, 100) + "," + square("b", 1.02, 0) + "," + square("c", 2.06, 0);
  if (with_dust) bodies += "," + dust("grain", 0, 100) + "," + dust("stone", 0.3, 0);
  return R"({"dimension": 2, "bodies": [)" + bodies +
         R"(], "integrator": {"type": "newmark"}, "contact": {"broad_phase": {"type": "grid"},
            "constraint": )" +
         constraint + R"(, "solver": {"type": "local_sqp"}}, "time": {"end": )" +
         std::to_string(end) + "}}";
}

const std::string kEdges = R"({"type": "vertex_edge"})";

Real largest_difference(View<Real> a, View<Real> b) {
  REQUIRE(a.size() == b.size());
  Real largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

}  // namespace

TEST_CASE("a list that has one constraint for all surfaces in two entries is that constraint",
          "[constraint][list]") {
  Simulation one(scene(kEdges, false));
  Simulation two(
      scene(R"([{"type": "vertex_edge", "between": ["b", "c"]}, {"type": "vertex_edge"}])", false));
  one.run(), two.run();
  CHECK(one.stepper.steps() == two.stepper.steps());
  // The order of rows is another where both pairs are in contact in one step.
  CHECK(largest_difference(one.stepper.state().q, two.stepper.state().q) < 1e-9);
  CHECK(one.momentum(2, 0) > 100);  // the third square was hit
  CHECK(two.audit().clean());
}

TEST_CASE("what no constraint of the list is between passes through, and the audit sees it",
          "[constraint][list]") {
  Simulation run(scene(R"({"type": "vertex_edge", "between": ["a", "b"]})", false));
  run.run();
  CHECK(run.momentum(1, 0) > 100);                      // the second square was hit
  CHECK(run.momentum(2, 0) == Approx(0).margin(1e-9));  // the third one was not
  CHECK_FALSE(run.audit().clean());
}

TEST_CASE("particles and boundaries have constraints of their own in one run",
          "[constraint][list]") {
  const std::string list = R"([{"type": "particle_gap", "between": ["grain", "stone"]},
                               {"type": "disk_edge", "between": ["grain", "*"]},
                               {"type": "disk_edge", "between": ["stone", "*"]},
                               {"type": "vertex_edge"}])";
  Simulation all(scene(list, true)), squares(scene(kEdges, false));
  bool clean = true;
  all.run([&](Simulation& s) { clean = clean && s.audit().clean(); });
  squares.run();
  CHECK(clean);
  const auto grain = static_cast<std::size_t>(3), stone = static_cast<std::size_t>(4);
  CHECK(all.momentum(stone, 0) > 0);
  CHECK(all.momentum(grain, 0) + all.momentum(stone, 0) == Approx(100).epsilon(1e-12));
  CHECK(all.momentum(grain, 0) <= all.momentum(stone, 0));
  CHECK(all.momentum(2, 0) > 100);
  CHECK(squares.momentum(2, 0) > 100);
}

TEST_CASE("round particles of one body have a constraint and a law among themselves",
          "[constraint][list]") {
  // Two particles of "dust" meet half-way, far above the ground and far from the grain.
  const auto meeting = [](const std::string& contact) {
    return R"({"dimension": 2, "bodies": [
      {"name": "dust", "type": "particles", "points": [[0, 5], [0.3, 5]], "mass": 1, "radius": 0.1,
       "velocity": {"gradient": [[-10, 0], [0, 0]]}},
      {"name": "grain", "type": "particles", "points": [[9, 5]], "mass": 1, "radius": 0.1},
      {"name": "ground", "type": "obstacle",
       "mesh": {"type": "rectangle", "size": [1, 1], "cells": [1, 1]}}],
      "time": {"end": 0.2, "step": 1e-3}, "contact": {"broad_phase": {"type": "grid"}, )" +
           contact + "}";
  };
  const auto velocity = [](const Simulation& s, std::size_t i) {
    return s.stepper.state().v[2 * i];
  };
  Simulation projected(meeting(R"("constraint": [
      {"type": "particle_gap", "between": ["dust", "dust"]},
      {"type": "particle_gap", "between": ["dust", "grain"]},
      {"type": "disk_edge", "between": ["*", "ground"]}],
      "solver": {"type": "local_sqp"}}, "integrator": {"type": "newmark"})"));
  CHECK(velocity(projected, 1) == Approx(-1.5));  // relative to the middle between them
  projected.run();
  CHECK(velocity(projected, 1) >= -1e-9);  // it stopped or went back
  CHECK(velocity(projected, 0) == Approx(-velocity(projected, 1)));
  const auto with_laws = [&](const std::string& laws) {
    return meeting(R"("constraint": {"type": "node_to_facet"}, "solver": {"type": "gauss_seidel"},
                      "laws": )" +
                   laws + R"(}, "integrator": {"type": "moreau_jean"})");
  };
  Simulation lawful(with_laws(R"([{"between": ["*", "*"], "type": "nonsmooth_force"}])"));
  lawful.run();
  CHECK(velocity(lawful, 1) == Approx(0).margin(1e-9));  // without restitution
  CHECK_THROWS_WITH(Simulation(with_laws(R"([{"between": ["dust", "ground"],
                                              "type": "nonsmooth_force"},
                                             {"between": ["grain", "*"],
                                              "type": "nonsmooth_force"}])")),
                    Catch::Contains("no law is for \"dust\" and \"dust\"; add one with "
                                    "\"between\": [\"dust\", \"dust\"], or with \"*\" for any"));
}

TEST_CASE("a constraint of a list that cannot serve its surfaces is named by its place",
          "[constraint][list]") {
  const std::string list = R"([{"type": "particle_gap", "between": ["a", "*"]},
                               {"type": "vertex_edge", "between": ["grain", "*"]}])";
  CHECK_THROWS_WITH(Simulation(scene(list, true)),
                    Catch::Contains("/contact/constraint/1/type: vertex_edge takes particles as "
                                    "points") &&
                        Catch::Contains("\"grain\""));
}

TEST_CASE("threads leave a run with several constraints the same to the bit",
          "[constraint][list]") {
  const std::string text = scene(
      R"([{"type": "vertex_edge", "between": ["b", "*"]}, {"type": "facet_intersection"}])", false);
  Simulation one(text, 1), two(text, 2);
  one.run(), two.run();
  CHECK(largest_difference(one.stepper.state().q, two.stepper.state().q) == 0);
}
