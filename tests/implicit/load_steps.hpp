/// \file load_steps.hpp  Scenes of load steps without inertia.
#pragma once

#include <fmt/format.h>

#include <string>

#include "tactus/types.hpp"

namespace tactus::load_steps {

inline constexpr Real kYoung = 1000, kPoisson = 0.3;

inline std::string contact(const std::string& constraint, const std::string& solver = "sqp") {
  return fmt::format(R"("contact": {{"broad_phase": {{"type": "grid"}},
    "constraint": {{"type": "{}"}}, "solver": {{"type": "{}"}}}},)",
                     constraint, solver);
}

inline std::string scene(const std::string& bodies, const std::string& supports,
                         const std::string& more, const std::string& contact = {}, int steps = 1) {
  return fmt::format(R"({{"dimension": 2, "bodies": [{}], "supports": [{}], {} {}
      "integrator": {{"type": "quasi_static"}}, "time": {{"end": 1, "step": {}}}}})",
                     bodies, supports, more, contact, 1. / steps);
}

inline std::string block(const char* name, const char* place, const char* cells,
                         const char* law = "linear_elastic") {
  return fmt::format(R"({{"name": "{}", "density": 1, "translate": {},
      "mesh": {{"type": "rectangle", "size": [1, 1], "cells": {}}},
      "material": {{"type": "{}", "young": {}, "poisson": {}}}}})",
                     name, place, cells, law, kYoung, kPoisson);
}

inline const std::string kRollers =
    R"({"body": "block", "group": "left", "fix": ["x"]}, {"body": "block", "group": "bottom", "fix": ["y"]})";

}  // namespace tactus::load_steps
