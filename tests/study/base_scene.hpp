/// \file base_scene.hpp  The scene that studies vary in tests.
#pragma once

namespace tactus::cli_tests {

/// A block in free flight; its momentum and its way are known.
inline constexpr const char* kBase =
    R"({"bodies": [{"name": "block", "density": 1000, "velocity": [1, 0],
  "mesh": {"type": "rectangle", "size": [1, 1], "cells": [2, 2]},
  "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}],
 "integrator": {"type": "newmark"}, "time": {"end": 1e-3, "step": 1e-4}}
)";

}  // namespace tactus::cli_tests
