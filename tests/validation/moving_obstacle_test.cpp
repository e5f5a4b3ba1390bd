// A wall on a prescribed path: what it gives to the bodies it pushes comes from outside, and is
// followed in energy and momentum.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::Simulation;

namespace {

/// A unit square at rest, and a wall left of it that is driven into it at 20 m/s.
std::string square_before_wall(const std::string& impact) {
  return fmt::format(R"({{"description": "t", "dimension": 2, "bodies": [
    {{"name": "square", "mesh": {{"type": "rectangle", "size": [1, 1], "cells": [8, 8]}},
      "density": 1000, "material": {{"type": "neo_hookean", "young": 1e9, "poisson": 0.3}}}},
    {{"name": "wall", "type": "obstacle", "mesh": {{"type": "rectangle", "size": [0.2, 2], "cells": [1, 1]}},
      "translate": [-0.25, -0.5]}}],
    "supports": [{{"body": "wall", "velocity": [20, 0], "ramp": 1e-3}}],
    "integrator": {{"type": "newmark", "impact": "{}"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "vertex_edge"}},
                 "solver": {{"type": "local_sqp"}}}},
    "time": {{"end": 1e-2, "step": "auto"}}}})",
                     impact);
}

}  // namespace

TEST_CASE("a driven wall brings in the energy and momentum that the square gets",
          "[validation][support]") {
  const std::string impact = GENERATE("reflect", "stop");
  Simulation s(square_before_wall(impact));
  Real most = 0, impulse = 0, support = 0;
  Index dirty = 0, repetitions = 0;
  s.run([&](Simulation& now) {
    const auto& facts = now.stepper.facts();
    most = std::max(most, facts.contact.work);
    for (const auto& pair : facts.contact.forces.pairs) impulse += pair.impulse[0];
    support += facts.outside.support_impulse[0];
    dirty += !now.audit().clean();
    repetitions += facts.retries;
  });
  const Real speed = s.momentum(0, 0) / s.mass(0);
  CHECK(dirty == 0);
  CHECK(repetitions == 0);
  // An elastic body leaves a heavy wall at up to twice its speed, and vibrates with the rest.
  CHECK(speed > 25);
  CHECK(speed < 40);
  CHECK(impulse == Approx(s.momentum(0, 0)).epsilon(1e-12));
  CHECK(support == Approx(s.momentum(0, 0)).epsilon(1e-12));
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
  // Energy from nothing there was none: all of it is the work of the wall, and contact took some.
  CHECK(s.balance.initial() == 0);
  CHECK(s.balance.external() < 0);
  CHECK(s.balance.largest_total() <= 1e-2 * s.balance.energy_scale());
  CHECK(s.balance.total() <= 0);
  CHECK(s.balance.total() >= -0.1 * s.balance.energy_scale());
  CHECK(most <= 1e-3 * s.balance.energy_scale());
}
