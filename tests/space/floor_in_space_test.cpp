// The constraint floor in space: what slides on a belt, and what is thrown at a tilted floor.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::Simulation;

namespace {

std::size_t first_dof(const Simulation& s, std::size_t body) {
  return static_cast<std::size_t>(s.model.layout().bodies[body].dofs.begin);
}

}  // namespace

TEST_CASE("a rigid box follows a belt in space V/(mu g) after it was put down", "[space][floor]") {
  // The belt runs along the diagonal of x and y, and the box of 0.4 m is low, so that it does not tip.
  constexpr Real kSpeed = 0.5, kFriction = 0.3, kWeight = 9.81, kStep = 1e-3;
  const Real along = kSpeed / std::sqrt(2.);
  Simulation s(fmt::format(
      R"({{"dimension": 3, "bodies": [{{"name": "box", "type": "rigid", "density": 1000,
           "mesh": {{"type": "box", "size": [0.4, 0.4, 0.1], "cells": [1, 1, 1]}}}}],
        "loads": [{{"type": "gravity", "acceleration": [0, 0, {}]}}],
        "integrator": {{"type": "moreau_jean"}},
        "contact": {{"broad_phase": {{"type": "grid"}},
          "constraint": {{"type": "floor", "name": "belt", "normal": [0, 0, 2],
                         "velocity": [{:.17g}, {:.17g}, 0]}},
          "solver": {{"type": "projected_newton"}},
          "laws": [{{"between": ["*", "belt"], "type": "nonsmooth_force", "friction": {}}}]}},
        "time": {{"end": 0.3, "step": {}}}}})",
      -kWeight, along, along, kFriction, kStep));
  const Real follows = kSpeed / (kFriction * kWeight);  // 0.17 s
  REQUIRE(follows < 0.25);
  const std::size_t at = first_dof(s, 0);
  Real away = 0, worst = 0;
  s.run([&](const Simulation& now) {
    const auto& v = now.stepper.state().v;
    const Real expected = std::min(kFriction * kWeight * now.time(), kSpeed) / std::sqrt(2.);
    worst = std::max({worst, std::abs(v[at] - expected), std::abs(v[at + 1] - expected)});
    away = std::max(away, std::abs(v[at + 2]));
  });
  CHECK(worst <= kFriction * kWeight * kStep);  // what friction does in one step
  CHECK(away <= 1e-9);
  CHECK(s.stepper.state().v[at] == Approx(along).epsilon(1e-9));
  CHECK(s.balance.linear_drift() <= 1e-10 * s.balance.linear_scale());
  // The belt does m V^2; one half is heat.
  const Real m = s.model.mass()[static_cast<Index>(at)];
  CHECK(s.balance.now().kinetic == Approx(m * kSpeed * kSpeed / 2));
}

TEST_CASE("bodies that are thrown at a tilted floor in space stay above it", "[space][floor]") {
  const bool rigid = GENERATE(true, false);
  CAPTURE(rigid);
  const std::string body =
      rigid ? R"("type": "rigid")"
            : R"("material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3})";
  Simulation s(fmt::format(
      R"({{"dimension": 3, "bodies": [{{"name": "box", {}, "density": 1000,
           "mesh": {{"type": "box", "size": [1, 1, 1], "cells": [2, 2, 2]}},
           "rotate": [0.2, 0.4, 0.1], "translate": [0, 0, 1], "velocity": [0.5, -0.3, -3]}}],
        "integrator": {{"type": "newmark"}},
        "contact": {{"broad_phase": {{"type": "grid"}},
          "constraint": {{"type": "floor", "point": [1, 1, -0.5], "normal": [1, 2, 2]}},
          "solver": {{"type": "local_sqp"}}}},
        "time": {{"end": 0.6, "step": 1e-3}}}})",
      body));
  const Surface& surface = s.model.surface();
  std::vector<Real> y(surface.reference.size());
  Real lowest = kUnlimited;
  s.run([&](const Simulation& now) {
    now.model.motion().positions(now.stepper.state().q, y);
    for (Index v = 0; v < surface.boundary_vertices; ++v) {
      Real gap = -2. / 3;  // n.p with the unit normal (1, 2, 2) / 3 and p = (1, 1, -0.5)
      for (std::size_t d = 0; d < 3; ++d)
        gap += (d == 0 ? 1. : 2.) / 3 *
               (y[3 * static_cast<std::size_t>(v) + d] + now.model.centre()[d]);
      lowest = std::min(lowest, gap);
    }
  });
  CHECK(lowest >= -1e-12);
  CHECK(lowest < 0.01);  // it was there
  const Real away = (s.momentum(0, 0) + 2 * s.momentum(0, 1) + 2 * s.momentum(0, 2)) / 3;
  CHECK(away > 0);
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
  CHECK(s.balance.total() <= s.balance.initial() * (1 + 1e-9));
}
