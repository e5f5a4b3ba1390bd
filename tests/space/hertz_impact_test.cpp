// HTZ-3 as an impact: an elastic sphere thrown on a rigid plane, against Hertz's theory of impact, on three
// meshes. A quarter of the sphere stands for it; nodes on its two planes of symmetry stay in them.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "quarter_ball.hpp"
#include "tests/support/simulation.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace tactus;
using space_scenes::QuarterBall;
using testing::Simulation;

namespace {

/// R = 1, E = 1000, nu = 0.3 as in HTZ-3, rho = 1, thrown so fast that Hertz's approach is d.
struct Hertz {
  Real d = 0.005;
  Real stiffness = 4. / 3 * 1000 / (1 - 0.3 * 0.3);  ///< F = stiffness d^1.5
  Real mass = 4. / 3 * std::numbers::pi;
  Real speed = std::sqrt(4 * stiffness * std::pow(d, 2.5) / (5 * mass));
  Real duration = 2.94328 * d / speed;
  Real force = stiffness * std::pow(d, 1.5);
};

struct HertzImpact {
  Real duration = 0, force = 0, rebound = 0,
       energy = 0;  ///< over those of Hertz; energy at the end
};

constexpr const char* kPlane =
    R"({"name": "floor", "type": "obstacle", "half_space": {"normal": [0, 0, 1]}})";
constexpr const char* kBox =
    R"({"name": "floor", "type": "obstacle", "translate": [-0.5, -0.5, -0.5],
    "mesh": {"type": "box", "size": [1.2, 1.2, 0.5], "cells": [1, 1, 1]}})";

/// The greatest mean of the force on the quarter over a twentieth of the duration, times 4.
Real greatest_force(const std::vector<Real>& time, const std::vector<Real>& impulse, Real window) {
  Real most = 0, sum = 0;
  for (std::size_t i = 0, k = 0; i < time.size(); ++i) {
    sum += impulse[i];
    while (time[k] <= time[i] - window) sum -= impulse[k++];
    most = std::max(most, 4 * sum / window);
  }
  return most;
}

HertzImpact hertz_impact(Index cells, const char* floor, const char* constraint) {
  const test::TemporaryFolder folder;
  const QuarterBall ball(cells, 0.8);
  ball.write(folder.path() / "ball.msh");
  const Hertz exact;
  // The polyhedron is a little smaller than the sphere, and as heavy.
  Simulation s(fmt::format(
      R"({{"dimension": 3, "bodies": [
           {{"name": "ball", "density": {}, "self_contact": false, "mesh": {{"type": "file", "path": "{}"}},
             "material": {{"type": "linear_elastic", "young": 1000, "poisson": 0.3}},
             "translate": [0, 0, 1.0001], "velocity": [0, 0, {}]}}, {}],
         "supports": [{{"body": "ball", "group": "x0", "fix": ["x"]}},
                      {{"body": "ball", "group": "y0", "fix": ["y"]}}],
         "integrator": {{"type": "newmark", "impact": "stop", "safety": 0.9}},
         "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "{}"}},
                      "solver": {{"type": "local_sqp"}}}},
         "time": {{"end": {}}}}})",
      exact.mass / (4 * ball.volume()), (folder.path() / "ball.msh").string(), -exact.speed, floor,
      constraint, 1e-4 / exact.speed + 1.2 * exact.duration));
  std::vector<Real> time, impulse;
  Real before = s.momentum(0, 2), first = -1, last = 0;
  const Real start = before;
  s.run([&](Simulation& now) {
    const Real p = now.momentum(0, 2);
    if (std::abs(p - before) > 1e-9 * std::abs(start)) {
      if (first < 0) first = now.time() - now.stepper.facts().dt;
      last = now.time();
    }
    time.push_back(now.time()), impulse.push_back(p - before);
    before = p;
  });
  CHECK(s.audit().clean());
  return {.duration = (last - first) / exact.duration,
          .force = greatest_force(time, impulse, exact.duration / 20) / exact.force,
          .rebound = -before / start,
          .energy = s.balance.total() / s.balance.initial()};
}

}  // namespace

TEST_CASE("HTZ-3 a sphere bounces off a plane as long and as hard as Hertz says",
          "[space][hertz]") {
  // 3, 4 and 6 elements over the radius of the contact.
  Real shorter[3];
  const Index cells[] = {4, 6, 9};
  for (const std::size_t k : {0u, 1u, 2u}) {
    const HertzImpact found = hertz_impact(cells[k], kPlane, "half_space");
    CAPTURE(cells[k], found.duration, found.force);
    shorter[k] = 1 - found.duration;
    CHECK(found.rebound == Approx(1).margin(0.002));
    CHECK(found.energy <= 1 + 1e-6);
    CHECK(found.energy >= 0.999);
    // A force over time of Hertz's shape: greatest force times duration over the impulse 2 m v.
    CHECK(found.force * found.duration == Approx(1).margin(0.03));
    CHECK(std::abs(found.force - 1) <= (k == 2 ? 0.05 : 0.1));
  }
  CHECK(shorter[0] > shorter[1]);
  CHECK(shorter[1] > shorter[2]);
  CHECK(shorter[2] > 0);
  CHECK(shorter[2] < 0.04);
  // What is left with elements of no length is that the sphere is no half-space: a/R = 0.07.
  const Real limit = (9 * shorter[2] - 6 * shorter[1]) / 3;
  CHECK(std::abs(limit) < 0.015);
}

TEST_CASE("HTZ-3 on the face of a box the impact is the same", "[space][hertz]") {
  const HertzImpact plane = hertz_impact(4, kPlane, "half_space"),
                    box = hertz_impact(4, kBox, "vertex_face");
  CHECK(box.duration == Approx(plane.duration).epsilon(1e-3));
  CHECK(box.force == Approx(plane.force).epsilon(1e-3));
  CHECK(box.rebound == Approx(plane.rebound).epsilon(1e-3));
}
