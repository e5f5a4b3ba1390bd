#include "core/mesh/round_mesh.hpp"

#include <array>
#include <cmath>

#include "core/mesh/lattice.hpp"
#include "core/mesh/square_map.hpp"

namespace tactus::core {
namespace {

/// Tetrahedra from the centre, which is there already, to the facets of a ball.
void add_ball(Mesh& mesh, Real radius) {
  constexpr Index n = 3;
  const Lattice lattice{.cells = {2 * n, 2 * n, 2 * n}};
  const auto place = [&](Index i, Index j, Index k) {
    std::array<Real, 3> at = round_place<3>({i - n, j - n, k - n}, n);
    for (Real& x : at) x *= radius;
    return at;
  };
  const auto mirror = [](Index i, Index j, Index k) {
    return std::array<bool, 3>{i < n, j < n, k < n};
  };
  Mesh full = lattice_mesh(lattice, Cut::six, place, mirror);
  add_sides(full, lattice, "boundary",
            {{0, false}, {0, true}, {1, false}, {1, true}, {2, false}, {2, true}});
  const Group& boundary = full.groups.front();
  std::vector<Index> number(static_cast<std::size_t>(full.nodes()), kNone);
  for (const Index node : boundary.nodes) {
    number[static_cast<std::size_t>(node)] = mesh.nodes();
    const auto* at = full.points.data() + 3 * node;
    mesh.points.insert(mesh.points.end(), at, at + 3);
  }
  for (std::size_t c = 0; c < boundary.cells.size(); c += 3) {
    mesh.elements.push_back(0);
    for (std::size_t k = 0; k < 3; ++k)
      mesh.elements.push_back(number[static_cast<std::size_t>(boundary.cells[c + k])]);
  }
}

}  // namespace

Mesh round_mesh(int dim, Real radius) {
  constexpr Index kSides = 48;
  constexpr Real kPi = 3.14159265358979323846;
  Mesh mesh;
  mesh.dim = dim;
  mesh.points.assign(static_cast<std::size_t>(dim), 0);
  if (dim == 3) {
    add_ball(mesh, radius);
    return mesh;
  }
  for (Index k = 0; k < kSides; ++k) {
    const Real angle = 2 * kPi * static_cast<Real>(k) / static_cast<Real>(kSides);
    mesh.points.insert(mesh.points.end(), {radius * std::cos(angle), radius * std::sin(angle)});
    mesh.elements.insert(mesh.elements.end(), {0, k + 1, (k + 1) % kSides + 1});
  }
  return mesh;
}

}  // namespace tactus::core
