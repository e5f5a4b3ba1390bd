#include "scene.hpp"

#include "tests/cli/installation.hpp"
#include "tests/support/gmsh_writer.hpp"

namespace tactus::sweep {
namespace {

/// The last step has a checkpoint of its own before its row and its frame, which no interval asks for.
constexpr const char* kConfiguration = R"({
  "bodies": [
    {"name": "falling", "mesh": {"type": "file", "path": "square.msh"},
     "translate": [0.3, 1.01], "density": 1000, "velocity": [0, -10],
     "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}},
    {"name": "lying", "mesh": {"type": "rectangle", "size": [1, 1], "cells": [3, 3]},
     "density": 1000, "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}
  ],
  "integrator": {"type": "newmark"},
  "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "vertex_edge"},
              "solver": {"type": "local_sqp"}},
  "probes": [{"type": "energy", "name": "lying", "body": "lying"},
             {"type": "contact", "name": "push", "body": "lying"}],
  "time": {"end": 1.2e-2, "step": 4e-4},
  "output": {"history_every": 4, "frames_every": 3.5e-3, "checkpoint_every": 4e-3, "audit": "steps"}
}
)";

/// The unit square of n x n cells, each of two triangles.
testing::GmshFileSpec square(int n) {
  testing::GmshFileSpec spec;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i)
      spec.points.push_back({static_cast<double>(i) / n, static_cast<double>(j) / n, 0});
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const std::int64_t a = 1 + i + j * (n + 1), b = a + 1, c = b + n + 1, d = a + n + 1;
      spec.elements.push_back({.type = 2, .physical = 0, .nodes = {a, b, c}});
      spec.elements.push_back({.type = 2, .physical = 0, .nodes = {a, c, d}});
    }
  return spec;
}

}  // namespace

void write_scene(const std::filesystem::path& folder) {
  cli_tests::write_text(folder / kSceneFile, kConfiguration);
  cli_tests::write_text(folder / "square.msh", testing::write_gmsh(square(3)));
}

}  // namespace tactus::sweep
