#include "core/mesh/lattice.hpp"

#include <utility>

namespace tactus::core {
namespace {

using Corner = std::array<int, 3>;  ///< 0 or 1 along each axis
using Tetrahedron = std::array<Corner, 4>;

/// The tetrahedra round the diagonal: from the lowest corner to the highest one along the edges of the
/// cell, in each order of the axes, with corners in the order of positive volume.
constexpr std::array<Tetrahedron, 6> kSix{{{{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {1, 1, 1}}},
                                           {{{0, 0, 0}, {0, 1, 0}, {0, 1, 1}, {1, 1, 1}}},
                                           {{{0, 0, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}}},
                                           {{{0, 0, 0}, {1, 0, 1}, {1, 0, 0}, {1, 1, 1}}},
                                           {{{0, 0, 0}, {1, 1, 0}, {0, 1, 0}, {1, 1, 1}}},
                                           {{{0, 0, 0}, {0, 1, 1}, {0, 0, 1}, {1, 1, 1}}}}};
/// The one in the middle, and those at the corners that it leaves.
constexpr std::array<Tetrahedron, 5> kFive{{{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}}},
                                            {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                                            {{{1, 1, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 1}}},
                                            {{{1, 0, 1}, {1, 0, 0}, {0, 0, 1}, {1, 1, 1}}},
                                            {{{0, 1, 1}, {0, 0, 1}, {0, 1, 0}, {1, 1, 1}}}}};

void add_tetrahedron(const Lattice& lattice, const Tetrahedron& corners, const Index* cell,
                     const std::array<bool, 3>& mirror, Mesh& mesh) {
  std::array<Index, 4> node{};
  for (std::size_t n = 0; n < 4; ++n) {
    Index at[3];
    for (std::size_t d = 0; d < 3; ++d)
      at[d] = cell[d] + (mirror[d] ? 1 - corners[n][d] : corners[n][d]);
    node[n] = lattice.node(at[0], at[1], at[2]);
  }
  if ((mirror[0] != mirror[1]) != mirror[2]) std::swap(node[2], node[3]);
  mesh.elements.insert(mesh.elements.end(), node.begin(), node.end());
}

/// Whether a node lies on a side.
bool is_on(const Lattice& lattice, Index node, const Side& side) {
  const Index nx = lattice.nodes_along(0), ny = lattice.nodes_along(1);
  const std::array<Index, 3> at{node % nx, node / nx % ny, node / (nx * ny)};
  const auto axis = static_cast<std::size_t>(side.axis);
  return at[axis] == (side.high ? lattice.cells[axis] : 0);
}

}  // namespace

Mesh lattice_mesh(const Lattice& lattice, Cut cut, LatticePlace place, LatticeMirror mirror) {
  Mesh mesh;
  mesh.dim = 3;
  for (Index k = 0; k < lattice.nodes_along(2); ++k)
    for (Index j = 0; j < lattice.nodes_along(1); ++j)
      for (Index i = 0; i < lattice.nodes_along(0); ++i) {
        const std::array<Real, 3> at = place(i, j, k);
        mesh.points.insert(mesh.points.end(), at.begin(), at.end());
      }
  const View<Tetrahedron> parts =
      cut == Cut::six ? View<Tetrahedron>(kSix) : View<Tetrahedron>(kFive);
  mesh.elements.reserve(
      static_cast<std::size_t>(lattice.cells[0] * lattice.cells[1] * lattice.cells[2]) *
      parts.size() * 4);
  for (Index k = 0; k < lattice.cells[2]; ++k)
    for (Index j = 0; j < lattice.cells[1]; ++j)
      for (Index i = 0; i < lattice.cells[0]; ++i) {
        const Index cell[3] = {i, j, k};
        const std::array<bool, 3> turned = mirror(i, j, k);
        for (const Tetrahedron& part : parts) add_tetrahedron(lattice, part, cell, turned, mesh);
      }
  return mesh;
}

void add_sides(Mesh& mesh, const Lattice& lattice, std::string_view name,
               std::initializer_list<Side> sides) {
  constexpr int kFacets[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};  // outwards
  Group group{std::string(name), 2, {}, {}};
  for (std::size_t e = 0; e + 4 <= mesh.elements.size(); e += 4)
    for (const auto& facet : kFacets) {
      const Index corner[3] = {mesh.elements[e + static_cast<std::size_t>(facet[0])],
                               mesh.elements[e + static_cast<std::size_t>(facet[1])],
                               mesh.elements[e + static_cast<std::size_t>(facet[2])]};
      for (const Side& side : sides)
        if (is_on(lattice, corner[0], side) && is_on(lattice, corner[1], side) &&
            is_on(lattice, corner[2], side))
          group.cells.insert(group.cells.end(), corner, corner + 3);
    }
  group.nodes = unique_nodes(group.cells);
  mesh.groups.push_back(std::move(group));
}

}  // namespace tactus::core
