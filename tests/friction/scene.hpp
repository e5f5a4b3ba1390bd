// Scenes with friction of the plugins that ship: Moreau and Jean's scheme, nodes on facets.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "tests/support/simulation.hpp"

namespace tactus::friction {

struct SceneOptions {
  Real friction = 0, restitution = 0;
  Real angle = 0;  ///< rad, of the incline: gravity is turned, the ground is level
  Real gravity = 9.81;
  Real step = 1e-3, end = 1;  ///< s; 0: the stable step
  std::string law = "nonsmooth_force", solver = "gauss_seidel";
  Real tolerance = 1e-11;
};

inline const std::string kGround = R"({"name": "ground", "type": "obstacle", "translate": [-50, -1],
    "mesh": {"type": "rectangle", "size": [107, 1], "cells": [1, 1]}})";

/// @param bodies  a list of bodies, without brackets
/// @param change  may put doubles in the place of components
inline testing::Simulation scene(const std::string& bodies, const SceneOptions& o,
                                 const testing::Simulation::Change& change = {}) {
  return testing::Simulation(
      fmt::format(
          R"({{"bodies": [{}],
    "loads": [{{"type": "gravity", "acceleration": [{:.17g}, {:.17g}]}}],
    "integrator": {{"type": "moreau_jean"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_to_facet"}},
      "solver": {{"type": "{}", "tolerance": {}}},
      "laws": [{{"between": ["*", "*"], "type": "{}", "friction": {:.17g},
                 "restitution": {:.17g}}}]}},
    "time": {{"end": {:.17g}, "step": {}}}}})",
          bodies, o.gravity * std::sin(o.angle), -o.gravity * std::cos(o.angle), o.solver,
          o.tolerance, o.law, o.friction, o.restitution, o.end,
          o.step > 0 ? fmt::format("{:.17g}", o.step) : "\"auto\""),
      change);
}

/// A rigid rectangle that stands on y = `bottom`, its middle at x = `middle`.
struct RigidBlock {
  std::string name = "block";
  Real width = 1, height = 0.5, middle = 0, bottom = 0, speed = 0, density = 1000;
  std::string text() const {
    return fmt::format(
        R"({{"name": "{}", "type": "rigid", "density": {:.17g}, "velocity": [{:.17g}, 0],
      "translate": [{:.17g}, {:.17g}],
      "mesh": {{"type": "rectangle", "size": [{:.17g}, {:.17g}], "cells": [1, 1]}}}})",
        name, density, speed, middle - width / 2, bottom, width, height);
  }
  Real mass() const { return density * width * height; }
};

/// Place (d = 0, 1) or angle (d = 2) of a rigid body, and the same of its velocity.
inline Real place(const testing::Simulation& s, std::size_t body, int d) {
  const auto at = static_cast<std::size_t>(s.model.layout().bodies[body].coordinates.begin + d);
  return s.stepper.state().q[at];
}
inline Real speed(const testing::Simulation& s, std::size_t body, int d) {
  const auto at = static_cast<std::size_t>(s.model.layout().bodies[body].dofs.begin + d);
  return s.stepper.state().v[at];
}

}  // namespace tactus::friction
