// Contacts that are too deep are refused, slowly as they may have come there: none is lost in silence.
#include <catch2/catch.hpp>

#include "scene.hpp"

using namespace tactus;
using tactus::testing::Simulation;

TEST_CASE("a block on springs too weak for it is refused before the floor lets go of it",
          "[friction][corners]") {
  const Real spring = GENERATE(1e3, 4e4, 5e4, 6e4, 7e4), step = GENERATE(3e-3, 1e-3, 3e-4);
  CAPTURE(spring, step);
  Simulation s(fmt::format(R"({{"bodies": [
    {{"name": "block", "type": "rigid", "density": 1000,
      "mesh": {{"type": "rectangle", "size": [1, 0.5], "cells": [1, 1]}}}},
    {{"name": "floor", "type": "obstacle", "translate": [-5.1, -1],
      "mesh": {{"type": "rectangle", "size": [10, 1], "cells": [10, 4]}}}}],
    "loads": [{{"type": "gravity", "acceleration": [0, -9.81]}}],
    "integrator": {{"type": "moreau_jean"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_to_facet"}},
      "solver": {{"type": "direct"}},
      "laws": [{{"between": ["*", "*"], "type": "spring_dashpot", "spring": {}}}]}},
    "time": {{"end": 0.3, "step": {}}}}})",
                           spring, step));
  // The floor's elements are 0.125 m high.
  CHECK_THROWS_WITH(s.run(), Catch::Contains(R"(a contact of "block" and "floor" is 0.0625)") &&
                                 Catch::Contains("more than half of the 0.125 m") &&
                                 Catch::Contains("too strong for the mesh or for the stiffness"));
}
