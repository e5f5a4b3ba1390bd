// The meshes of patch tests: distorted, with inner nodes.
#pragma once

#include "core/mesh/mesh.hpp"

namespace tactus::testing {

/// The unit square with four inner nodes, none of them where symmetry would help.
inline core::Mesh square_patch() {
  core::Mesh mesh;
  mesh.points = {0, 0, 1, 0, 1, 1, 0, 1, 0.2, 0.3, 0.7, 0.2, 0.8, 0.7, 0.3, 0.8};
  mesh.elements = {0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7,
                   2, 7, 6, 3, 0, 4, 3, 4, 7, 4, 5, 6, 4, 6, 7};
  return mesh;
}

/// The unit cube with one inner node joined to the 12 triangles of its surface.
inline core::Mesh cube_patch() {
  core::Mesh mesh;
  mesh.dim = 3;
  for (int n = 0; n < 8; ++n)
    for (int d = 0; d < 3; ++d) mesh.points.push_back(n >> d & 1);
  mesh.points.insert(mesh.points.end(), {0.4, 0.55, 0.6});
  const Index square[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},  // outward, round
                              {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (const auto& s : square)
    for (const int k : {1, 2}) mesh.elements.insert(mesh.elements.end(), {s[0], s[k + 1], s[k], 8});
  return mesh;
}

}  // namespace tactus::testing
