// Laws between named surfaces act on the rows between these surfaces, and on no others.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::Simulation;

namespace {

/// A block that slides over a level floor, pressed on it by gravity.
std::string sliding_block(const std::string& laws) {
  return fmt::format(R"({{"bodies": [
    {{"name": "block", "density": 1000, "velocity": [2, 0],
      "mesh": {{"type": "rectangle", "size": [1, 0.5], "cells": [4, 2]}},
      "material": {{"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}}},
    {{"name": "floor", "type": "obstacle", "translate": [-10, -1],
      "mesh": {{"type": "rectangle", "size": [40, 1], "cells": [40, 1]}}}}],
    "loads": [{{"type": "gravity", "acceleration": [0, -9.81]}}],
    "integrator": {{"type": "moreau"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_facet_gap"}},
      "solver": {{"type": "plain_gauss_seidel"}}, "laws": [{}]}},
    "time": {{"end": 0.01}}}})",
                     laws);
}

std::string law(const std::string& a, const std::string& b, Real friction) {
  return fmt::format(R"({{"between": ["{}", "{}"], "type": "plane_coulomb", "friction": {}}})", a,
                     b, friction);
}

/// Momentum along the floor and speed of the block's corner nodes at the end.
std::vector<Real> end_of(const std::string& laws) {
  Simulation s(sliding_block(laws));
  s.run();
  return {s.stepper.state().v.begin(), s.stepper.state().v.end()};
}

}  // namespace

TEST_CASE("a law between two named surfaces acts on all rows between them", "[friction]") {
  const std::string none = law("*", "*", 0);
  const std::vector<Real> rough = end_of(law("*", "*", 0.4)), smooth = end_of(none);
  CHECK(rough != smooth);
  // The same bits: the corners of the block belong to the side that is named.
  CHECK(end_of(law("block/bottom", "floor/top", 0.4) + ", " + none) == rough);
  CHECK(end_of(law("floor", "block/bottom", 0.4) + ", " + none) == rough);
  // Sides that do not touch the floor.
  CHECK(end_of(law("block/top", "floor", 0.4) + ", " + none) == smooth);
  CHECK(end_of(law("block/bottom", "floor/left", 0.4) + ", " + none) == smooth);
}
