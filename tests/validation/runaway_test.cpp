// When a run ran away, its message says which body has the energy and which of its elements is crushed.
#include "core/step/runaway.hpp"

#include <catch2/catch.hpp>

#include "tests/support/simulation.hpp"

using namespace tactus;

namespace {

/// Two unit squares of two triangles each, the second one 3 m to the right of the first.
const char* const kSquares = R"({"dimension": 2, "bodies": [
    {"name": "ring", "density": 2, "mesh": {"type": "rectangle", "size": [1, 1], "cells": [1, 1]},
     "material": {"type": "neo_hookean", "young": 1, "poisson": 0.3}},
    {"name": "block", "density": 2, "translate": [3, 0],
     "mesh": {"type": "rectangle", "size": [1, 1], "cells": [1, 1]},
     "material": {"type": "neo_hookean", "young": 1, "poisson": 0.3}}],
  "integrator": {"type": "newmark"}, "time": {"end": 1}})";

}  // namespace

TEST_CASE("A run that ran away says which body has the energy, and where it is crushed most",
          "[balance]") {
  testing::Simulation s(kSquares);
  std::vector<Real> q(s.stepper.state().q), v(q.size(), 0.);
  const auto said = [&] { return core::where_energy_is(s.model, s.configuration(), q, v); };
  CHECK(said().empty());
  // Velocities of 3 m/s and 1 m/s: 9 of 10 parts of the energy are in the first body.
  const Index half = static_cast<Index>(v.size()) / 2;
  for (Index dof = 0; dof < static_cast<Index>(v.size()); ++dof)
    v[static_cast<std::size_t>(dof)] = dof < half ? 3 : 1;
  CHECK_THAT(said(), Catch::StartsWith("90 % of the kinetic energy is in \"ring\", "));
  CHECK_THAT(said(), Catch::EndsWith("has 1 of its area"));
  // All of the block at a fifth of its height, of the ring at a tenth: J is 0.1 in both triangles.
  for (std::size_t at = 1; at < q.size(); at += 2) {
    const Real y = s.model.centre()[1];
    q[at] = (q[at] + y) * (at < q.size() / 2 ? 0.1 : 0.2) - y;
  }
  CHECK_THAT(said(), Catch::Contains("\"ring\"") && Catch::EndsWith("has 0.1 of its area"));
  std::fill_n(v.begin(), half, 0.);
  CHECK_THAT(said(), Catch::Contains("100 % of the kinetic energy is in \"block\"") &&
                         Catch::EndsWith("has 0.2 of its area"));
}

TEST_CASE("A rigid body that has the energy is named without an element", "[balance]") {
  testing::Simulation s(R"({"dimension": 2, "bodies": [
      {"name": "disk", "type": "rigid", "density": 1, "radius": 1, "velocity": [2, 0]}],
    "integrator": {"type": "newmark"}, "time": {"end": 1, "step": 0.1}})");
  const core::State& state = s.stepper.state();
  CHECK(core::where_energy_is(s.model, s.configuration(), state.q, state.v) ==
        "100 % of the kinetic energy is in \"disk\"");
}
