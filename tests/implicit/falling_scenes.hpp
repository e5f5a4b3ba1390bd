// Random scenes for implicit steps with contact: soft bodies of several shapes that fall on an obstacle and
// on each other. A scene is a function of its seed alone.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "tests/property/random_numbers.hpp"

namespace tactus::testing {

class FallingScene {
 public:
  explicit FallingScene(unsigned seed) : random_(seed) {}

  /// @param long_step  s, of steps that are often tried again, with "impact": "stop"; 0: both are drawn
  std::string text(Real long_step = 0) {
    std::string bodies = ground();
    Real below = 0;
    const int count = 2 + random_.pick(4);
    for (int k = 0; k < count; ++k) {
      const Real size = random_.uniform(0.15, 0.3), gap = random_.uniform(1e-3, 0.03);
      const Real x = random_.uniform(-0.12, 0.12);
      bodies += ", " + body(k, size, x, below + gap);
      below += gap + size;
    }
    const Real drawn = random_.logarithmic(5e-4, 4e-3), step = long_step > 0 ? long_step : drawn;
    const bool reflects = random_.one_in(2) && long_step == 0;
    return fmt::format(R"({{"dimension": 2, "bodies": [{}],
      "loads": [{{"type": "gravity", "acceleration": [0, -9.81]}}],
      "integrator": {{"type": "newmark", "beta": 0.25, "mass": "lumped", "impact": "{}"}},
      "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "vertex_edge"}},
                   "solver": {{"type": "sqp"}}}},
      "time": {{"end": 0.12, "step": {}}}}})",
                       bodies, reflects ? "reflect" : "stop", step);
  }

 private:
  /// A slab, or a sill that what falls slides off.
  std::string ground() {
    const std::string mesh =
        random_.one_in(2)
            ? R"("mesh": {"type": "rectangle", "size": [2, 0.2], "cells": [20, 2]}, "translate": [-1, -0.2])"
            : R"("mesh": {"type": "rectangle", "size": [0.3, 0.2], "cells": [3, 2]}, "translate": [-0.15, -0.2])";
    return R"({"name": "ground", "type": "obstacle", )" + mesh + "}";
  }

  /// Fits between the heights `bottom` and bottom + size.
  std::string body(int number, Real size, Real x, Real bottom) {
    const Real young = random_.logarithmic(3e5, 3e6), poisson = random_.uniform(0.1, 0.4);
    return fmt::format(R"({{"name": "body{}", "density": 1000, {},
        "velocity": {{"constant": [{}, {}], "spin": {}}},
        "material": {{"type": "neo_hookean", "young": {}, "poisson": {}}}}})",
                       number, shape(size, x, bottom), random_.uniform(-0.3, 0.3),
                       random_.uniform(-1, 0), random_.uniform(-2, 2), young, poisson);
  }

  std::string shape(Real size, Real x, Real bottom) {
    const int kind = random_.pick(3);
    if (kind == 0)
      return fmt::format(R"("mesh": {{"type": "rectangle", "size": [{}, {}], "cells": [4, 4]}},
        "translate": [{}, {}])",
                         size, size, x - size / 2, bottom);
    if (kind == 1)
      return fmt::format(
          R"("mesh": {{"type": "disk", "radius": {}, "rings": 3}}, "translate": [{}, {}])",
          size / 2, x, bottom + size / 2);
    std::string points;
    const int corners = 3 + random_.pick(4);
    const Real turn = random_.uniform(0, 2 * std::numbers::pi);
    for (int k = 0; k < corners; ++k) {
      const Real at = turn + 2 * std::numbers::pi * k / corners;
      points += fmt::format("{}[{}, {}]", k ? ", " : "", size / 2 * std::cos(at),
                            size / 2 * std::sin(at));
    }
    return fmt::format(
        R"("mesh": {{"type": "polygon", "size": {}, "points": [{}]}}, "translate": [{}, {}])",
        size / 4, points, x, bottom + size / 2);
  }

  property::RandomNumbers random_;
};

}  // namespace tactus::testing
