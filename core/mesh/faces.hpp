/// \file faces.hpp  The faces of all elements, brought together with those they coincide with.
#pragma once

#include <array>
#include <vector>

#include "core/mesh/mesh.hpp"

namespace tactus::core {

/// Local nodes of the face opposite to local node k, seen from outside: body on the left (2D),
/// counter-clockwise (3D), for elements of positive volume.
inline constexpr int kFace2[3][2] = {{1, 2}, {2, 0}, {0, 1}};
inline constexpr int kFace3[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

/// A side of something, by its node numbers in ascending order (2 of them: the third is kNone).
struct Face {
  std::array<Index, 3> node{kNone, kNone, kNone};
  Index owner = 0;       ///< element (or facet) it belongs to
  std::int8_t side = 0;  ///< opposite to this local node of the owner
  std::int8_t odd = 0;   ///< 1: ascending order is an odd permutation of the order from outside
};

/// Faces of all elements; equal ones stand together, in ascending order of owners.
std::vector<Face> sorted_faces(const Mesh& mesh);

/// The same for the edges of triangles [triangles * 3], whatever they are part of.
std::vector<Face> sorted_edges(const std::vector<Index>& triangles, Index nodes);

/// Calls f(first, last) for each run of equal faces.
template <class F>
void for_each_run(const std::vector<Face>& faces, F&& f) {
  for (std::size_t i = 0, j = 0; i < faces.size(); i = j) {
    while (j < faces.size() && faces[j].node == faces[i].node) ++j;
    f(faces.data() + i, faces.data() + j);
  }
}

}  // namespace tactus::core
