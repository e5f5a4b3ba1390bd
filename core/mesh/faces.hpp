/// \file faces.hpp  The faces of all elements, sorted so that coinciding faces are adjacent.
#pragma once

#include <array>
#include <vector>

#include "core/mesh/mesh.hpp"

namespace tactus::core {

/// Local nodes of the face opposite to local node k, seen from outside for elements of positive
/// volume: the body is on the left (2D), or the nodes are counter-clockwise (3D).
inline constexpr int kFace2[3][2] = {{1, 2}, {2, 0}, {0, 1}};
inline constexpr int kFace3[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

/// A side of an element or facet, by its node numbers in ascending order. If there are only two,
/// the third is kNone. Numbers are narrow because a mesh has many sides: of a million tetrahedra these
/// take 80 MB. @pre a mesh has less than 2^31 nodes and elements
struct Face {
  std::array<std::int32_t, 3> node{kNone, kNone, kNone};
  std::int32_t owner = 0;  ///< element (or facet) it belongs to
  std::int8_t side = 0;    ///< opposite to this local node of the owner
  std::int8_t odd = 0;     ///< 1: ascending order is an odd permutation of the order from outside
};

/// Faces of all elements [elements * (dim + 1)]. Equal ones are adjacent, in ascending order of their
/// owners.
std::vector<Face> sorted_faces(int dim, View<Index> elements, Index nodes);
inline std::vector<Face> sorted_faces(const Mesh& mesh) {
  return sorted_faces(mesh.dim, mesh.elements, mesh.nodes());
}

/// The same for the edges of triangles [triangles * 3].
std::vector<Face> sorted_edges(View<Index> triangles, Index nodes);

/// Calls f(first, last) for each sequence of equal faces.
template <class F>
void for_each_run(const std::vector<Face>& faces, F&& f) {
  for (std::size_t i = 0, j = 0; i < faces.size(); i = j) {
    while (j < faces.size() && faces[j].node == faces[i].node) ++j;
    f(faces.data() + i, faces.data() + j);
  }
}

}  // namespace tactus::core
