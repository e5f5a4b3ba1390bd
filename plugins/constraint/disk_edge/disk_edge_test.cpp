// Round particles and disks at the edges and corners of bodies, against closed forms.
#include <catch2/catch.hpp>
#include <cmath>
#include <tactus/conformance/constraint.hpp>

#include "tests/support/simulation.hpp"

namespace {
using namespace tactus;
using testing::Simulation;

/// A particle of radius 0.1 thrown at a wall, the square [0, 1] x [-1, 0].
Simulation thrown_disk(const std::string& point, const std::string& velocity, double end) {
  return Simulation(R"({"bodies": [
      {"name": "wall", "type": "obstacle", "translate": [0, -1],
       "mesh": {"type": "rectangle", "size": [1, 1], "cells": [3, 3]}},
      {"name": "ball", "type": "particles", "mass": 2, "radius": 0.1, "points": [)" +
                    point + R"(], "velocity": )" + velocity + R"(}],
    "integrator": {"type": "newmark"},
    "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "disk_edge"},
                "solver": {"type": "local_sqp"}},
    "time": {"step": 1e-3, "end": )" +
                    std::to_string(end) + "}}");
}

/// Least distance of the particle's centre from the wall, over a run.
Real least_distance_of_disk(Simulation& run) {
  Real least = kUnlimited;
  run.run([&](Simulation& s) {
    const Real x = s.position(1, 0, 0), y = s.position(1, 0, 1);
    const Real dx = std::max({-x, x - 1, 0.0}), dy = std::max({y, -1 - y, 0.0});
    least = std::min(least, std::hypot(dx, dy));
  });
  return least;
}

}  // namespace

TEST_CASE("disk_edge keeps every promise of a constraint", "[constraint][disk_edge]") {
  conformance::check_constraint([] { return testing::make_component<Constraint>("disk_edge"); });
}

TEST_CASE("a round particle is thrown back by an edge at its radius, keeping what goes along",
          "[constraint][disk_edge]") {
  Simulation run = thrown_disk("[0.4, 0.15]", "[0.3, -1]", 0.2);
  // Nodes of the wall at 1/3 and 2/3 are no corners.
  CHECK(least_distance_of_disk(run) == Approx(0.1).margin(1.1e-3));
  CHECK(run.stepper.state().v[run.model.layout().bodies[1].dofs.begin] ==
        Approx(0.3).epsilon(1e-12));
  CHECK(run.momentum(1, 1) == Approx(2).epsilon(1e-5));
}

TEST_CASE("at a corner the distance from the corner decides", "[constraint][disk_edge]") {
  // Straight at the corner along its bisector: back the same way. How fast depends on the part of the
  // step before the impact (Kane 1999, section 3: e = |1 - 2 xi|).
  Simulation head_on = thrown_disk("[1.15, 0.15]", "[-1, -1]", 0.2);
  CHECK(least_distance_of_disk(head_on) >= 0.1 - 1e-12);
  CHECK(head_on.momentum(1, 0) == Approx(head_on.momentum(1, 1)).epsilon(1e-9));
  CHECK(head_on.momentum(1, 0) > 0);
  CHECK(head_on.momentum(1, 0) <= 2);
  // 0.09 above the edge's line: the corner is met at the side, where the normal is (sqrt(1 - 0.81), 0.9).
  // What goes across the normal is left alone.
  Simulation past = thrown_disk("[1.2, 0.09]", "[-1, 0]", 0.3);
  CHECK(least_distance_of_disk(past) >= 0.1 - 1e-12);
  const Real normal[] = {std::sqrt(1 - 0.81), 0.9};
  const Real across =
      (-normal[1] * past.momentum(1, 0) + normal[0] * past.momentum(1, 1)) / past.mass(1);
  CHECK(across == Approx(0.9).margin(0.01));
  CHECK(past.momentum(1, 1) > 0);
  // Past it at 0.11: not met.
  Simulation free = thrown_disk("[1.2, 0.11]", "[-1, 0]", 0.3);
  free.run();
  CHECK(free.momentum(1, 0) == -2);
}
