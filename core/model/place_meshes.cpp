// Puts the meshes of a model to their places in the scene.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/mesh/mesh_error.hpp"
#include "core/mesh/place.hpp"
#include "core/mesh/round_mesh.hpp"
#include "core/model/placed_bodies.hpp"

namespace tactus::core {
namespace {

/// The points of the body in its local coordinates, scaled and rotated, before translation.
Mesh local_mesh(const BodyConfig& body, int dim, Mesh mesh) {
  if (body.type == BodyConfigType::particles) {
    mesh = {};
    mesh.dim = dim;
    mesh.points = body.points;
  }
  if (body.is_half_space()) mesh.points = body.half_space.point;
  if (body.is_round()) mesh = round_mesh(dim, body.form->radius());
  place(mesh, body.scale, body.rotate, {});
  return mesh;
}

/// What is subtracted from all positions of bodies in a box [low, high]. Subtraction of an
/// arbitrary number would round positions, and move coordinates apart that are equal, such as those
/// of bodies that touch. Near the origin it is nothing, therefore: up to 1024 diagonals away, ten
/// of the 52 digits of a double are lost at most. Farther away it is the centre of the box, rounded
/// to a multiple of a power of two that is not below the diagonal: subtracted from the translation
/// of a body it makes no rounding error.
std::vector<Real> centre_of(View<Real> low, View<Real> high) {
  constexpr Real kNear = 1024;  // diagonals
  std::vector<Real> centre(low.size(), 0);
  Real square = 0, away = 0;
  for (std::size_t i = 0; i < low.size(); ++i) {
    if (!(low[i] <= high[i])) return centre;
    square += (high[i] - low[i]) * (high[i] - low[i]);
    away += (low[i] + high[i]) * (low[i] + high[i]) / 4;
  }
  const Real diagonal = std::sqrt(square);
  if (!(diagonal > 0) || !(std::sqrt(away) > kNear * diagonal)) return centre;
  int exponent = 0;
  const bool is_power = std::frexp(diagonal, &exponent) == 0.5;
  const Real unit = std::ldexp(Real{1}, is_power ? exponent - 1 : exponent);
  for (std::size_t i = 0; i < low.size(); ++i)
    centre[i] = unit * std::nearbyint((low[i] + high[i]) / 2 / unit);
  return centre;
}

}  // namespace

/// Moves meshes to their places, minus a centre if they are far from the origin. Translation and
/// centre are subtracted from each other before they are added to a point, so that a mesh far from
/// the origin loses no digits.
SceneOrigin place_meshes(const Configuration& configuration, std::vector<Mesh>& meshes) {
  SceneOrigin origin;
  const int dim = configuration.dim;
  const auto d = static_cast<std::size_t>(dim);
  std::vector<Real> low(d, kUnlimited), high(d, -kUnlimited);
  const auto translation = [&](std::size_t b, std::size_t i) {
    const std::vector<Real>& t = configuration.bodies[b].translate;
    return i < t.size() ? t[i] : 0;
  };
  for (std::size_t b = 0; b < meshes.size(); ++b) {
    try {
      meshes[b] = local_mesh(configuration.bodies[b], dim, std::move(meshes[b]));
    } catch (const MeshError& e) {
      throw ModelError({{fmt::format("/bodies/{}", b),
                         fmt::format("body \"{}\": {}", configuration.bodies[b].name, e.what())}});
    }
    for (std::size_t p = 0; p < meshes[b].points.size(); ++p) {
      const Real x = meshes[b].points[p] + translation(b, p % d);
      low[p % d] = std::min(low[p % d], x);
      high[p % d] = std::max(high[p % d], x);
    }
  }
  for (std::size_t i = 0; i < d; ++i)
    origin.largest_coordinate = std::max({origin.largest_coordinate, -low[i], high[i]});
  origin.centre = centre_of(low, high);
  for (std::size_t b = 0; b < meshes.size(); ++b)
    for (std::size_t p = 0; p < meshes[b].points.size(); ++p)
      meshes[b].points[p] += translation(b, p % d) - origin.centre[p % d];
  return origin;
}

}  // namespace tactus::core
