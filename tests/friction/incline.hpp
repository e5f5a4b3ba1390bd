// A body on an incline, with the friction plugins of these tests. The incline is level, and gravity is
// turned by its angle.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "gravity.hpp"
#include "tests/support/simulation.hpp"

namespace tactus::friction {

constexpr Real kAngle = 0.4;  ///< rad

/// @param body  without its density: name, mesh, velocity, what it is made of
/// @param time  `"end": 0.1`
/// @param change  of the configuration that was read
inline testing::Simulation incline(const std::string& body, Real friction, const std::string& time,
                                   const testing::Simulation::Change& change = {}) {
  return testing::Simulation(
      fmt::format(
          R"({{"bodies": [
    {{{}, "density": 1000}},
    {{"name": "slope", "type": "obstacle", "translate": [-10, -1],
      "mesh": {{"type": "rectangle", "size": [40, 1], "cells": [40, 1]}}}}],
    "loads": [{{"type": "gravity", "acceleration": [{:.17g}, {:.17g}]}}],
    "integrator": {{"type": "moreau"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_facet_gap"}},
      "solver": {{"type": "plain_gauss_seidel"}},
      "laws": [{{"between": ["*", "*"], "type": "plane_coulomb", "friction": {}}}]}},
    "time": {{{}}}}})",
          body, kGravity * std::sin(kAngle), -kGravity * std::cos(kAngle), friction, time),
      change);
}

}  // namespace tactus::friction
