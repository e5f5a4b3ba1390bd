// When a run ran away, its message says whose energy rose and which of its elements is crushed.
#include "core/step/runaway.hpp"

#include <catch2/catch.hpp>

#include "tests/support/simulation.hpp"

using namespace tactus;

namespace {

/// Two unit squares of two triangles each, the second one 3 m to the right of the first.
const char* const kSquares = R"({"dimension": 2, "bodies": [
    {"name": "ring", "density": 2, "mesh": {"type": "rectangle", "size": [1, 1], "cells": [1, 1]},
     "material": {"type": "neo_hookean", "young": 1, "poisson": 0.3}},
    {"name": "block", "density": 2, "translate": [3, 0], "velocity": [10, 0],
     "mesh": {"type": "rectangle", "size": [1, 1], "cells": [1, 1]},
     "material": {"type": "neo_hookean", "young": 1, "poisson": 0.3}}],
  "integrator": {"type": "newmark"}, "time": {"end": 1}})";

}  // namespace

TEST_CASE("A run that ran away says whose energy rose, and where it is crushed most", "[balance]") {
  testing::Simulation s(kSquares);
  std::vector<Real> q(s.stepper.state().q), v(s.stepper.state().v);
  const auto said = [&] { return core::where_energy_rose(s.model, s.configuration(), q, v); };
  CHECK(said().empty());
  // The ring, of 2 kg, gets 3 m/s both ways: 18 J. The block has 100 J, and had them before.
  const Index half = static_cast<Index>(v.size()) / 2;
  std::fill_n(v.begin(), half, 3.);
  CHECK_THAT(said(), Catch::StartsWith(
                         "\"ring\" has 18 J more kinetic energy than at the start, and its "));
  CHECK_THAT(said(), Catch::EndsWith(" m, 1 of its area"));
  // All of the block at a fifth of its height, of the ring at a tenth: J is 0.1 in both triangles.
  for (std::size_t at = 1; at < q.size(); at += 2) {
    const Real y = s.model.centre()[1];
    q[at] = (q[at] + y) * (at < q.size() / 2 ? 0.1 : 0.2) - y;
  }
  CHECK_THAT(said(), Catch::StartsWith("\"ring\"") && Catch::EndsWith(" m, 0.1 of its area"));
  // From 10 to 11 m/s: 21 J.
  std::fill(v.begin() + half, v.end(), 0.);
  for (std::size_t at = static_cast<std::size_t>(half); at < v.size(); at += 2) v[at] = 11;
  CHECK_THAT(said(), Catch::StartsWith("\"block\" has 21 J more") &&
                         Catch::EndsWith(" m, 0.2 of its area"));
}

TEST_CASE("A rigid body that got the energy is named without an element", "[balance]") {
  testing::Simulation s(R"({"dimension": 2, "bodies": [
      {"name": "disk", "type": "rigid", "density": 1, "radius": 1, "velocity": [2, 0]}],
    "integrator": {"type": "newmark"}, "time": {"end": 1, "step": 0.1}})");
  const core::State& state = s.stepper.state();
  std::vector<Real> v(state.v);
  v[0] = 4;  // of pi kg: from 2 pi J to 8 pi J
  CHECK(core::where_energy_rose(s.model, s.configuration(), state.q, v) ==
        "\"disk\" has 18.8 J more kinetic energy than at the start");
}
