#include "core/mesh/place.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "core/mesh/mesh_error.hpp"

namespace tactus::core {
namespace {

/// (cos, sin); exact if the angle is a multiple of a quarter turn, as far as doubles can represent
/// it.
std::pair<Real, Real> rotation(Real angle) {
  constexpr Real quarter = std::numbers::pi / 2;
  const Real turns = std::nearbyint(angle / quarter);
  const Real epsilon = std::numeric_limits<Real>::epsilon();
  if (std::abs(angle - turns * quarter) > 2 * epsilon * std::abs(angle))
    return {std::cos(angle), std::sin(angle)};
  switch (static_cast<int>(std::fmod(turns, 4)) & 3) {
    case 0:
      return {1, 0};
    case 1:
      return {0, 1};
    case 2:
      return {-1, 0};
    default:
      return {0, -1};
  }
}

}  // namespace

void place(Mesh& mesh, Real scale, Real rotate, View<Real> translate) {
  if (!(std::isfinite(scale) && scale > 0))
    throw MeshError(fmt::format("scale is {}; it is a positive number", scale));
  if (!std::isfinite(rotate)) throw MeshError(fmt::format("rotate is {}; it is an angle", rotate));
  const std::size_t dim = static_cast<std::size_t>(mesh.dim);
  if (!translate.empty() && translate.size() != dim)
    throw MeshError(fmt::format("translate has {} numbers; in {} dimensions it has {}",
                                translate.size(), dim, dim));
  for (const Real t : translate)
    if (!std::isfinite(t)) throw MeshError(fmt::format("translate holds {}; it is lengths", t));
  const auto [c, s] = rotation(rotate);
  for (std::size_t p = 0; p + dim <= mesh.points.size(); p += dim) {
    Real* x = mesh.points.data() + p;
    for (std::size_t d = 0; d < dim; ++d) x[d] *= scale;
    if (rotate != 0) {
      const Real a = x[0], b = x[1];
      x[0] = c * a - s * b;
      x[1] = s * a + c * b;
    }
    for (std::size_t d = 0; d < translate.size(); ++d) x[d] += translate[d];
    for (std::size_t d = 0; d < dim; ++d)
      if (!std::isfinite(x[d]))
        throw MeshError(
            "placing the mesh makes coordinates beyond the range of doubles; make "
            "scale or translate smaller");
  }
}

}  // namespace tactus::core
