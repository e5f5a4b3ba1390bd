/// \file lattice.hpp  Meshes of tetrahedra from a lattice of cells with 8 corners, which the generators
/// of bodies in space (box, ball, cylinder, tube) put to their places.
///
/// A cell is cut into 6 tetrahedra round its diagonal from the lowest to the highest corner, or into
/// 5: one in the middle and one at every other corner. A cell may be cut as its mirror image. All
/// cells cut into 6 in the same way fit together; so do cells on both sides of a plane that are mirror
/// images of each other, and cells cut into 5 that alternate.
#pragma once

#include <array>
#include <initializer_list>
#include <string_view>

#include "core/mesh/mesh.hpp"
#include "tactus/function_ref.hpp"

namespace tactus::core {

struct Lattice {
  std::array<Index, 3> cells{1, 1, 1};
  bool ring = false;  ///< the last cells along the first axis are neighbours of the first ones

  Index nodes_along(int axis) const {
    const Index n = cells[static_cast<std::size_t>(axis)];
    return ring && axis == 0 ? n : n + 1;
  }
  /// Number of a node, the first axis running fastest.
  Index node(Index i, Index j, Index k) const {
    return i % nodes_along(0) + nodes_along(0) * (j + nodes_along(1) * k);
  }
};

/// One side of the lattice.
struct Side {
  int axis = 0;
  bool high = false;  ///< the end of the axis, not its start
};

enum class Cut : std::uint8_t { six, five };

/// What a place in the scene is: [3] m of the node (i, j, k).
using LatticePlace = FunctionRef<std::array<Real, 3>(Index, Index, Index)>;
/// Whether the cell (i, j, k) is cut as its mirror image along each of the axes.
using LatticeMirror = FunctionRef<std::array<bool, 3>(Index, Index, Index)>;

/// @pre  places keep the orientation of the lattice, so that volumes are positive
Mesh lattice_mesh(const Lattice& lattice, Cut cut, LatticePlace place, LatticeMirror mirror);

/// Adds a group of the facets on some sides.
void add_sides(Mesh& mesh, const Lattice& lattice, std::string_view name,
               std::initializer_list<Side> sides);

}  // namespace tactus::core
