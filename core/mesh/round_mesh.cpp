#include "core/mesh/round_mesh.hpp"

#include <cmath>

namespace tactus::core {

Mesh round_mesh(int dim, Real radius) {
  constexpr Index kSides = 48;
  constexpr Real kPi = 3.14159265358979323846;
  Mesh mesh;
  mesh.dim = dim;
  mesh.points.assign(static_cast<std::size_t>(dim), 0);
  if (dim == 3) return mesh;
  for (Index k = 0; k < kSides; ++k) {
    const Real angle = 2 * kPi * static_cast<Real>(k) / static_cast<Real>(kSides);
    mesh.points.insert(mesh.points.end(), {radius * std::cos(angle), radius * std::sin(angle)});
    mesh.elements.insert(mesh.elements.end(), {0, k + 1, (k + 1) % kSides + 1});
  }
  return mesh;
}

}  // namespace tactus::core
