#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "core/mesh/generators.hpp"
#include "core/mesh/limits.hpp"
#include "core/mesh/mesh_error.hpp"

namespace tactus::core {
namespace {

/// (cos, sin) of j/n of a turn. Reduced to an eighth of a turn in whole numbers, so that mirrored
/// points differ in signs and order only, and quarter turns are exact.
std::pair<Real, Real> unit_circle(Index j, Index n) {
  const Index quarter = 4 * j / n, rest = 4 * j - quarter * n;  // rest/n of a quarter turn
  const bool upper = 2 * rest > n;
  const Index part = upper ? n - rest : rest;
  const Real angle = std::numbers::pi / 2 * static_cast<Real>(part) / static_cast<Real>(n);
  Real c = std::cos(angle), s = std::sin(angle);
  if (2 * part == n) c = s = std::numbers::sqrt2 / 2;
  if (upper) std::swap(c, s);
  switch (quarter) {
    case 0:
      return {c, s};
    case 1:
      return {-s, c};
    case 2:
      return {-c, -s};
    default:
      return {s, -c};
  }
}

Index ring_start(Index k) { return k == 0 ? 0 : 1 + 3 * k * (k - 1); }

/// Number of the j-th node of ring k, j counted round and round.
Index ring_node(Index k, Index j) { return k == 0 ? 0 : ring_start(k) + j % (6 * k); }

void add_ring_elements(Index k, Mesh& mesh) {
  for (Index sector = 0; sector < 6; ++sector)
    for (Index i = 0; i < k; ++i) {
      const Index outer = sector * k + i, inner = sector * (k - 1) + i;
      mesh.elements.insert(mesh.elements.end(),
                           {ring_node(k, outer), ring_node(k, outer + 1), ring_node(k - 1, inner)});
      if (i + 1 < k)
        mesh.elements.insert(mesh.elements.end(), {ring_node(k - 1, inner), ring_node(k, outer + 1),
                                                   ring_node(k - 1, inner + 1)});
    }
}

}  // namespace

Mesh disk(const DiskMesh& options) {
  const Real R = options.radius;
  const Index rings = options.rings;
  if (!(std::isfinite(R) && R > 0))
    throw MeshError(fmt::format("disk: radius is {}; it is a positive length", R));
  if (rings < 1 || 6 * static_cast<Real>(rings) * static_cast<Real>(rings) > kMostElements)
    throw MeshError(
        fmt::format("disk: rings is {}; it is a whole number of 1 to {:.0f} ({:.3g} "
                    "triangles)",
                    rings, std::floor(std::sqrt(kMostElements / 6)), kMostElements));
  Mesh mesh;
  mesh.dim = 2;
  mesh.points = {0, 0};
  Group boundary{"boundary", 1, {}, {}};
  for (Index k = 1; k <= rings; ++k) {
    const Real r = R * (static_cast<Real>(k) / static_cast<Real>(rings));
    for (Index j = 0; j < 6 * k; ++j) {
      const auto [c, s] = unit_circle(j, 6 * k);
      mesh.points.push_back(r * c);
      mesh.points.push_back(r * s);
    }
    add_ring_elements(k, mesh);
  }
  for (Index j = 0; j < 6 * rings; ++j) {
    boundary.cells.push_back(ring_node(rings, j));
    boundary.cells.push_back(ring_node(rings, j + 1));
  }
  boundary.nodes = unique_nodes(boundary.cells);
  mesh.groups.push_back(std::move(boundary));
  return mesh;
}

}  // namespace tactus::core
