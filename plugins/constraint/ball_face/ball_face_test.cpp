// Balls at the faces, edges and corners of bodies in space, against closed forms.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/simulation.hpp"

namespace {
using namespace tactus;
using testing::Simulation;

std::string scene(const std::string& bodies, const std::string& constraint, Real step, Real end,
                  const std::string& more = "") {
  return fmt::format(
      R"({{"dimension": 3, "bodies": [{}], {} "integrator": {{"type": "newmark"}},
          "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {},
                       "solver": {{"type": "local_sqp"}}}},
          "time": {{"step": {}, "end": {}}}}})",
      bodies, more, constraint, step, end);
}

constexpr const char* kBalls = R"({"type": "ball_face"})";

/// A particle of radius 0.1 and 2 kg thrown at a wall, the cube [0, 1] x [0, 1] x [-1, 0].
Simulation thrown(const std::string& point, const std::string& velocity, Real end,
                  const std::string& more = "") {
  return Simulation(scene(
      R"({"name": "wall", "type": "obstacle", "translate": [0, 0, -1],
          "mesh": {"type": "box", "size": [1, 1, 1], "cells": [3, 3, 3]}},
         {"name": "ball", "type": "particles", "mass": 2, "radius": 0.1, "points": [)" +
          point + R"(], "velocity": )" + velocity + "}",
      kBalls, 1e-3, end, more));
}

/// Least distance of the particle's centre from the wall, over a run. It never touches in two ways at once.
Real least_distance(Simulation& run) {
  Real least = kUnlimited;
  run.run([&](Simulation& s) {
    const auto beyond = [&](int d, Real low, Real high) {
      const Real x = s.position(1, 0, d);
      return std::max({low - x, x - high, 0.0});
    };
    CHECK(s.stepper.facts().contact.forces.contacts <= 1);
    least = std::min(least, std::hypot(beyond(0, 0, 1), beyond(1, 0, 1), beyond(2, -1, 0)));
  });
  return least;
}
Vec<3> velocity(const Simulation& run) {
  return {run.momentum(1, 0) / 2, run.momentum(1, 1) / 2, run.momentum(1, 2) / 2};
}

}  // namespace

TEST_CASE("a ball is thrown back by a face at its radius, keeping what goes along",
          "[constraint][ball_face]") {
  // In the middle of a facet, over an edge between two facets, and over a corner of six.
  const char* point = GENERATE("[0.4, 0.3, 0.15]", "[0.5, 0.5, 0.15]",
                               "[0.3333333333333333, 0.3333333333333333, 0.15]");
  CAPTURE(point);
  Simulation run = thrown(point, "[0.3, -0.2, -1]", 0.2);
  CHECK(least_distance(run) == Approx(0.1).margin(1.1e-3));
  CHECK(velocity(run)[0] == Approx(0.3).epsilon(1e-12));
  CHECK(velocity(run)[1] == Approx(-0.2).epsilon(1e-12));
  CHECK(velocity(run)[2] == Approx(1).epsilon(1e-5));
}

TEST_CASE("a ball that slides over facets in one plane feels no edge of them",
          "[constraint][ball_face]") {
  Simulation run = thrown("[0.1, 0.15, 0.1]", "[1, 0.85, 0]", 0.7,
                          R"("loads": [{"type": "gravity", "acceleration": [0, 0, -10]}],)");
  Index contacts = 0;
  Real highest = 0;
  run.run([&](Simulation& s) {
    contacts += s.stepper.facts().contact.forces.contacts > 0;
    highest = std::max(highest, s.position(1, 0, 2));
  });
  CHECK(contacts > 100);
  CHECK(highest < 0.1 + 1e-4);
  CHECK(velocity(run)[0] == Approx(1).epsilon(1e-12));
  CHECK(velocity(run)[1] == Approx(0.85).epsilon(1e-12));
}

TEST_CASE("at an edge and at a corner the distance from it decides", "[constraint][ball_face]") {
  // Straight at them: back the same way. How fast depends on the part of the step before the impact
  // (Kane 1999, section 3: e = |1 - 2 xi|).
  Simulation edge = thrown("[1.15, 0.4, 0.15]", "[-1, 0.2, -1]", 0.2);
  CHECK(least_distance(edge) >= 0.1 - 1e-12);
  CHECK(velocity(edge)[0] == Approx(velocity(edge)[2]).epsilon(1e-9));
  CHECK(velocity(edge)[1] == Approx(0.2).epsilon(1e-12));
  CHECK(velocity(edge)[0] > 0);
  CHECK(velocity(edge)[0] <= 1);
  Simulation corner = thrown("[1.15, 1.15, 0.15]", "[-1, -1, -1]", 0.2);
  CHECK(least_distance(corner) >= 0.1 - 1e-12);
  CHECK(velocity(corner)[0] == Approx(velocity(corner)[1]).epsilon(1e-9));
  CHECK(velocity(corner)[0] == Approx(velocity(corner)[2]).epsilon(1e-9));
  CHECK(velocity(corner)[0] > 0);
  CHECK(velocity(corner)[0] <= 1);
  // 0.09 above the plane of the face: the edge is met at the side, where the normal is
  // (sqrt(1 - 0.81), 0, 0.9). What goes across the normal is left alone.
  Simulation past = thrown("[1.2, 0.4, 0.09]", "[-1, 0, 0]", 0.3);
  CHECK(least_distance(past) >= 0.1 - 1e-12);
  const Real across = -0.9 * velocity(past)[0] + std::sqrt(1 - 0.81) * velocity(past)[2];
  CHECK(across == Approx(0.9).margin(0.01));
  CHECK(velocity(past)[2] > 0);
  // Past it at 0.11: not met.
  Simulation free = thrown("[1.2, 0.4, 0.11]", "[-1, 0, 0]", 0.3);
  free.run();
  CHECK(velocity(free) == Vec<3>(-1, 0, 0));
}

TEST_CASE("a ball that strikes a bar of tetrahedra gives it its momentum",
          "[constraint][ball_face]") {
  // Straight at the middle of the end of a bar of twice its mass, so that nothing turns.
  Simulation s(scene(
      R"({"name": "bar", "density": 1000, "mesh": {"type": "box", "size": [2, 1, 1], "cells": [6, 4, 4]},
          "translate": [0, -0.5, -0.5],
          "material": {"type": "neo_hookean", "young": 1e8, "poisson": 0.3}},
         {"name": "ball", "type": "rigid", "mass": 1000, "radius": 0.3, "translate": [-0.32, 0, 0],
          "velocity": [1, 0, 0]})",
      R"([{"type": "vertex_face", "between": ["bar", "bar"]}, {"type": "ball_face"}])", 1e-4,
      0.05));
  Index overlaps = 0, contacts = 0;
  s.run([&](Simulation& now) {
    overlaps += !now.audit().clean();
    contacts += now.stepper.facts().contact.forces.contacts > 0;
  });
  CHECK(contacts > 0);
  CHECK(overlaps == 0);
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
  CHECK(s.balance.angular_drift() <= 1e-12 * s.balance.angular_scale());
  CHECK(s.balance.largest_total() <= 1.001 * s.balance.initial());
  CHECK(s.momentum(0, 0) > 1000);  // more than it would keep if both went on together, 2/3 of them
}

TEST_CASE("balls thrown on a soft block, and on each other, pass through nothing",
          "[constraint][ball_face]") {
  std::string bodies =
      R"({"name": "block", "density": 1000, "mesh": {"type": "box", "size": [1, 1, 0.5], "cells": [4, 4, 2]},
          "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}})";
  for (int k = 0; k < 12; ++k)
    bodies += fmt::format(
        R"(, {{"name": "ball {}", "type": "rigid", "density": 1000, "radius": {}, "translate": [{}, {}, {}],
              "velocity": [{}, {}, -4]}})",
        k, 0.08 + 0.01 * (k % 3), 0.15 + 0.22 * (k % 4), 0.2 + 0.3 * (k / 4), 0.65 + 0.05 * (k % 5),
        0.3 * (k % 3 - 1), 0.4 * (k % 2));
  Simulation s(scene(bodies, R"([{"type": "vertex_face", "between": ["block", "block"]},
                                {"type": "ball_face", "between": ["block", "*"]},
                                {"type": "particle_gap"}])",
                     2e-4, 0.1));
  Index overlaps = 0;
  s.run([&](Simulation& now) { overlaps += !now.audit().clean(); });
  CHECK(overlaps == 0);
  CHECK(s.momentum(0, 2) < 0);
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
  CHECK(s.balance.angular_drift() <= 1e-12 * s.balance.angular_scale());
  CHECK(s.balance.largest_total() <= 1.001 * s.balance.initial());
}

TEST_CASE("in implicit steps a ball stays outside of faces, edges and corners, too",
          "[constraint][ball_face]") {
  // At a face, an edge and a corner of a soft block, so that second derivatives count.
  const char* point = GENERATE("[0.4, 0.3, 0.12]", "[1.08, 0.4, 0.08]", "[1.07, 1.07, 0.07]");
  CAPTURE(point);
  Simulation s(fmt::format(
      R"({{"dimension": 3, "bodies": [
          {{"name": "block", "density": 1000, "mesh": {{"type": "box", "cells": [3, 3, 3]}},
            "translate": [0, 0, -1], "material": {{"type": "neo_hookean", "young": 1e5, "poisson": 0.3}}}},
          {{"name": "ball", "type": "particles", "mass": 20, "radius": 0.1, "points": [{}],
            "velocity": [-1, -0.5, -2]}}],
         "integrator": {{"type": "newmark", "beta": 0.25}},
         "contact": {{"broad_phase": {{"type": "grid"}},
           "constraint": [{{"type": "vertex_face", "between": ["block", "block"]}}, {{"type": "ball_face"}}],
           "solver": {{"type": "sqp"}}}},
         "time": {{"step": 2e-3, "end": 0.08}}}})",
      point));
  Index overlaps = 0, contacts = 0;
  s.run([&](Simulation& now) {
    overlaps += !now.audit().clean();
    contacts += now.stepper.facts().contact.forces.contacts > 0;
  });
  CHECK(contacts > 0);
  CHECK(overlaps == 0);
  CHECK(s.balance.linear_drift() <= 1e-9 * s.balance.linear_scale());
  CHECK(s.momentum(0, 2) < 0);
}

TEST_CASE("ball_face says what it does not look at", "[constraint][ball_face]") {
  CHECK_THROWS_WITH(
      Simulation(R"({"bodies": [{"name": "disk", "type": "rigid", "mass": 1, "radius": 1}],
      "integrator": {"type": "newmark"},
      "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "ball_face"},
                  "solver": {"type": "local_sqp"}}, "time": {"end": 1}})"),
      Catch::Contains("\"ball_face\" is not for scenes of \"dimension\" 2"));
  Simulation point(scene(
      R"({"name": "wall", "type": "obstacle", "mesh": {"type": "box", "cells": [1, 1, 1]}},
         {"name": "dust", "type": "particles", "points": [[0.5, 0.4, 1.0001]], "velocity": [0, 0, -1]})",
      kBalls, 1e-3, 0.01));
  CHECK_THROWS_WITH(point.run(), Catch::Contains("ball_face looks at particles with a radius"));
}
