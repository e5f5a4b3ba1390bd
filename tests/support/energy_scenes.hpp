// Small scenes in which energy comes and goes in every way that the account of it knows.
#pragma once

#include <fmt/format.h>

#include <string>

#include "tests/support/simulation.hpp"

namespace tactus::testing {

inline constexpr std::string_view kContact = R"("contact": {"broad_phase": {"type": "grid"},
    "constraint": {"type": "vertex_edge"}, "solver": {"type": "local_sqp"}})";

/// The unit square of 4 x 4 cells, set off with velocities that stretch it by about `amplitude`.
inline std::string vibrating_square(Real amplitude, Real gamma = 0.5) {
  return fmt::format(R"({{"bodies": [{{"name": "square", "density": 1000,
    "mesh": {{"type": "rectangle", "size": [1, 1], "cells": [4, 4]}},
    "velocity": {{"gradient": [[{0}, {1}], [{1}, -{2}]]}},
    "material": {{"type": "neo_hookean", "young": 1e9, "poisson": 0.3}}}}],
    "integrator": {{"type": "newmark", "gamma": {3}}}, "time": {{"end": 0.02}}}})",
                     3000 * amplitude, 1000 * amplitude, 2000 * amplitude, gamma);
}

/// The same in a material of which `fraction` of the stiffness relaxes within 1 ms; it rings with some
/// 1 kHz.
inline std::string viscous_square(Real fraction, const std::string& integrator = "newmark") {
  std::string scene = vibrating_square(0.05);
  const auto replace = [&](std::string_view from, const std::string& to) {
    scene.replace(scene.find(from), from.size(), to);
  };
  replace(R"("neo_hookean")", fmt::format(R"("viscoelastic", "fractions": [{}],
    "relaxation_times": [1e-3])",
                                          fraction));
  replace(R"("newmark", "gamma": 0.5)", '"' + integrator + '"');
  return scene;
}

/// A disk that falls on a floor under heavy gravity, and bounces.
inline std::string falling_disk(const std::string& impact, Real gamma = 0.5) {
  return fmt::format(R"({{"bodies": [
    {{"name": "disk", "density": 1000, "mesh": {{"type": "disk", "radius": 0.5, "rings": 4}},
      "translate": [0, 0.51], "velocity": [1, -10],
      "material": {{"type": "neo_hookean", "young": 1e7, "poisson": 0.3}}}},
    {{"name": "floor", "type": "obstacle", "translate": [-2, -0.5],
      "mesh": {{"type": "rectangle", "size": [4, 0.5], "cells": [8, 1]}}}}],
    "loads": [{{"type": "gravity", "acceleration": [0, -300]}}],
    "integrator": {{"type": "newmark", "impact": "{}", "gamma": {}}}, {},
    "time": {{"end": 0.04}}}})",
                     impact, gamma, kContact);
}

/// A bar thrown at a wall; its Hooke's law never sees a rotation.
inline std::string bar_on_wall(const std::string& impact) {
  return fmt::format(R"({{"bodies": [
    {{"name": "bar", "density": 1, "velocity": [-1, 0], "translate": [0.5, 0],
      "mesh": {{"type": "rectangle", "size": [10, 0.8], "cells": [50, 4], "triangles": 2}},
      "material": {{"type": "linear_elastic", "young": 900, "poisson": 0}}}},
    {{"name": "wall", "type": "obstacle", "translate": [-1, -1],
      "mesh": {{"type": "rectangle", "size": [1, 3], "cells": [1, 1]}}}}],
    "integrator": {{"type": "newmark", "impact": "{}"}}, {}, "time": {{"end": 1.5}}}})",
                     impact, kContact);
}

/// A square from rest whose right side is drawn away.
inline std::string stretched_bar() {
  return R"({"bodies": [{"name": "bar", "density": 1000,
    "mesh": {"type": "rectangle", "size": [4, 1], "cells": [8, 2]},
    "material": {"type": "neo_hookean", "young": 1e9, "poisson": 0.3}}],
    "supports": [{"body": "bar", "group": "left"},
                 {"body": "bar", "group": "right", "velocity": [10, 2], "ramp": 5e-3}],
    "integrator": {"type": "newmark"}, "time": {"end": 0.02}})";
}

/// A square at rest, and a wall left of it that is driven into it.
inline std::string pushed_square(const std::string& impact) {
  return fmt::format(R"({{"bodies": [
    {{"name": "square", "mesh": {{"type": "rectangle", "size": [1, 1], "cells": [4, 4]}},
      "density": 1000, "material": {{"type": "neo_hookean", "young": 1e9, "poisson": 0.3}}}},
    {{"name": "wall", "type": "obstacle", "translate": [-0.25, -0.5],
      "mesh": {{"type": "rectangle", "size": [0.2, 2], "cells": [1, 1]}}}}],
    "supports": [{{"body": "wall", "velocity": [20, 0], "ramp": 1e-3}}],
    "integrator": {{"type": "newmark", "impact": "{}"}}, {}, "time": {{"end": 1e-2}}}})",
                     impact, kContact);
}

/// A viscoelastic block between a wall and a ram on a table of displacements.
/// @param path  members of the table: "times", "displacements", "interpolation"
/// @param gap   m, in front of the wall and of the ram
inline std::string press(const std::string& path, const std::string& impact, Real step,
                         Real gap = 1e-4) {
  return fmt::format(R"({{"bodies": [
    {{"name": "block", "density": 1000, "translate": [{0}, 0],
      "mesh": {{"type": "rectangle", "size": [1, 1], "cells": [4, 4]}},
      "material": {{"type": "viscoelastic", "young": 1e8, "poisson": 0.3, "fractions": [0.5],
                    "relaxation_times": [2e-3]}}}},
    {{"name": "wall", "type": "obstacle", "translate": [-0.5, -0.5],
      "mesh": {{"type": "rectangle", "size": [0.5, 2], "cells": [1, 2]}}}},
    {{"name": "ram", "type": "obstacle", "translate": [{1}, -0.5],
      "mesh": {{"type": "rectangle", "size": [0.5, 2], "cells": [1, 2]}}}}],
    "supports": [{{"body": "ram", "path": {{"type": "table", {2}}}}}],
    "integrator": {{"type": "newmark", "impact": "{3}"}}, {4},
    "time": {{"end": 0.02, "step": {5}}}}})",
                     gap, 1 + 2 * gap, path, impact, kContact, step);
}
inline const std::string kSmoothPress =
    R"("times": [0, 0.01, 0.02], "displacements": [[0, 0], [-0.05, 0], [-0.06, 0]],
       "interpolation": "smooth")";
inline const std::string kLinearPress =
    R"("times": [0, 0.012, 0.02], "displacements": [[0, 0], [-0.05, 0], [-0.05, 0]])";
inline const std::string kSteppedPress =
    R"("times": [0, 0.004, 0.008, 0.012, 0.016, 0.02],
       "displacements": [[0, 0], [-0.02, 0], [-0.025, 0], [-0.05, 0], [-0.055, 0], [-0.055, 0]])";

/// Two squares so fast that steps are divided while they meet.
inline std::string fast_squares() {
  return fmt::format(R"({{"bodies": [
    {{"name": "left", "mesh": {{"type": "rectangle", "size": [1, 1], "cells": [4, 4]}},
      "density": 1000, "material": {{"type": "neo_hookean", "young": 1e9, "poisson": 0.3}},
      "velocity": [300, 0]}},
    {{"name": "right", "mesh": {{"type": "rectangle", "size": [1, 1], "cells": [4, 4]}},
      "density": 1000, "material": {{"type": "neo_hookean", "young": 1e9, "poisson": 0.3}},
      "translate": [1.6, 0.1], "velocity": [-300, 0]}}],
    "integrator": {{"type": "newmark", "safety": 0.9}}, {}, "time": {{"end": 2e-3}}}})",
                     kContact);
}

/// Entries of "loads" on a body with a group "right": one of each kind, with each kind of factor.
inline std::string loads_on(std::string_view body) {
  return fmt::format(R"(
    {{"type": "traction", "body": "{0}", "group": "right", "traction": [2e6, 1e6],
      "factor": {{"type": "ramp", "end": 5e-3, "smooth": true}}}},
    {{"type": "pressure", "body": "{0}", "group": "top", "pressure": 3e6,
      "factor": {{"type": "sine", "frequency": 300, "phase": 0.5, "offset": 0.2}}}},
    {{"type": "pressure", "body": "{0}", "group": "left", "pressure": 1e6, "follows": false}},
    {{"type": "force", "body": "{0}", "group": "bottom", "force": [0, 2e5],
      "factor": {{"type": "table", "times": [1e-3, 4e-3, 9e-3], "values": [0, 2, -1]}}}},
    {{"type": "gravity", "acceleration": [0, -900],
      "factor": {{"type": "sine", "frequency": 90}}}},
    {{"type": "gravity", "acceleration": [20, 0]}})",
                     body);
}

/// A free square under all of them.
inline std::string loaded_square(std::string_view integrator) {
  return fmt::format(R"({{"bodies": [{{"name": "square", "density": 1000, "thickness": 0.5,
    "mesh": {{"type": "rectangle", "size": [1, 1], "cells": [4, 4]}},
    "material": {{"type": "neo_hookean", "young": 1e9, "poisson": 0.3}}}}],
    "loads": [{}], "integrator": {{"type": "{}"}}, "time": {{"end": 0.02}}}})",
                     loads_on("square"), integrator);
}

/// A block whose loaded sides are held and drawn away, under its own weight that comes and goes.
inline std::string loaded_and_held() {
  return fmt::format(R"({{"bodies": [{{"name": "square", "density": 1000,
    "mesh": {{"type": "rectangle", "size": [1, 1], "cells": [4, 4]}},
    "material": {{"type": "neo_hookean", "young": 1e9, "poisson": 0.3}}}}],
    "supports": [{{"body": "square", "group": "left"}},
                 {{"body": "square", "group": "right", "velocity": [10, 2], "ramp": 5e-3}}],
    "loads": [{}], "integrator": {{"type": "newmark", "gamma": 0.6}}, "time": {{"end": 0.02}}}})",
                     loads_on("square"));
}

/// A disk that is pressed on a floor by a pressure that follows its boundary and by a force.
inline std::string pressed_disk(const std::string& impact) {
  return fmt::format(R"({{"bodies": [
    {{"name": "disk", "density": 1000, "mesh": {{"type": "disk", "radius": 0.5, "rings": 4}},
      "translate": [0, 0.51], "velocity": [1, -10],
      "material": {{"type": "neo_hookean", "young": 1e7, "poisson": 0.3}}}},
    {{"name": "floor", "type": "obstacle", "translate": [-2, -0.5],
      "mesh": {{"type": "rectangle", "size": [4, 0.5], "cells": [8, 1]}}}}],
    "loads": [
      {{"type": "pressure", "body": "disk", "pressure": 1e6,
        "factor": {{"type": "ramp", "end": 0.02}}}},
      {{"type": "force", "body": "disk", "force": [0, -2e5],
        "factor": {{"type": "sine", "frequency": 40}}}}],
    "integrator": {{"type": "newmark", "impact": "{}"}}, {},
    "time": {{"end": 0.04}}}})",
                     impact, kContact);
}

}  // namespace tactus::testing
