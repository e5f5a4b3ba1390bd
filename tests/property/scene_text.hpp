// A random scene as text: what a configuration file would hold. Bodies are kept one by one, so that a
// scene that fails can be shrunk.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "tactus/types.hpp"

namespace tactus::property {

struct SceneText {
  std::vector<std::string> bodies;
  std::string kind, broad_phase = "grid", solver = "local_sqp", impact = "reflect";
  Real end = 0;

  std::string json() const {
    std::string list;
    for (const std::string& b : bodies) list += (list.empty() ? "    " : ",\n    ") + b;
    return fmt::format(R"({{
  "description": "A random scene of tests/property: {}.",
  "dimension": 2,
  "bodies": [
{}
  ],
  "integrator": {{"type": "newmark", "impact": "{}"}},
  "contact": {{"broad_phase": {{"type": "{}"}}, "constraint": {{"type": "vertex_edge"}},
              "solver": {{"type": "{}"}}}},
  "time": {{"end": {}, "step": "auto"}},
  "output": {{"audit": "steps"}}
}}
)",
                       kind, list, impact, broad_phase, solver, end);
  }
};

}  // namespace tactus::property
