#include "core/mesh/place.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "core/mesh/mesh_error.hpp"
#include "tactus/rotation.hpp"

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

/// Turns the components i and j of all points.
void turn_in_plane(Mesh& mesh, std::size_t i, std::size_t j, Real angle) {
  if (angle == 0) return;
  const auto [c, s] = rotation(angle);
  const std::size_t dim = static_cast<std::size_t>(mesh.dim);
  for (std::size_t p = 0; p + dim <= mesh.points.size(); p += dim) {
    Real* x = mesh.points.data() + p;
    const Real a = x[i], b = x[j];
    x[i] = c * a - s * b;
    x[j] = s * a + c * b;
  }
}

/// One rotation vector in space.
void turn_in_space(Mesh& mesh, const Real* rotate) {
  const Vector3 vector(rotate[0], rotate[1], rotate[2]);
  for (int axis = 0; axis < 3; ++axis)
    if (const int i = (axis + 1) % 3, j = (axis + 2) % 3; vector[i] == 0 && vector[j] == 0)
      return turn_in_plane(mesh, static_cast<std::size_t>(i), static_cast<std::size_t>(j),
                           vector[axis]);
  const Matrix3 turn = rotation_of_vector(vector);
  for (std::size_t p = 0; p + 3 <= mesh.points.size(); p += 3) {
    Eigen::Map<Vector3> x(mesh.points.data() + p);
    x = (turn * x).eval();
  }
}

void turn(Mesh& mesh, View<Real> rotate) {
  if (mesh.dim == 2 && !rotate.empty()) return turn_in_plane(mesh, 0, 1, rotate[0]);
  for (std::size_t i = 0; i + 3 <= rotate.size(); i += 3) turn_in_space(mesh, rotate.data() + i);
}

}  // namespace

void place(Mesh& mesh, Real scale, View<Real> rotate, View<Real> translate) {
  if (!(std::isfinite(scale) && scale > 0))
    throw MeshError(fmt::format("scale is {}; it is a positive number", scale));
  for (const Real angle : rotate)
    if (!std::isfinite(angle)) throw MeshError(fmt::format("rotate is {}; it is an angle", angle));
  const std::size_t dim = static_cast<std::size_t>(mesh.dim);
  if (!translate.empty() && translate.size() != dim)
    throw MeshError(fmt::format("translate has {} numbers; in {} dimensions it has {}",
                                translate.size(), dim, dim));
  for (const Real t : translate)
    if (!std::isfinite(t)) throw MeshError(fmt::format("translate holds {}; it is lengths", t));
  for (Real& x : mesh.points) x *= scale;
  turn(mesh, rotate);
  for (std::size_t p = 0; p + dim <= mesh.points.size(); p += dim) {
    Real* x = mesh.points.data() + p;
    for (std::size_t d = 0; d < translate.size(); ++d) x[d] += translate[d];
    for (std::size_t d = 0; d < dim; ++d)
      if (!std::isfinite(x[d]))
        throw MeshError(
            "placing the mesh makes coordinates beyond the range of doubles; make "
            "scale or translate smaller");
  }
}

}  // namespace tactus::core
