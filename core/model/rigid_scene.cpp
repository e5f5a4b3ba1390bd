#include "core/model/rigid_scene.hpp"

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

RigidBody rigid_body(const BodyConfig& body, const Mesh& mesh) {
  const RigidConfig& given_values = body.rigid;
  const Real density = given(given_values.density) ? given_values.density : 1;
  RigidBody result{.points = mesh.points};
  if (given_values.is_round()) {
    result.properties =
        round_mass_properties(mesh.dim, body.scale * given_values.radius, density, body.thickness);
    for (int d = 0; d < mesh.dim; ++d)
      result.properties.centre[d] = mesh.points[static_cast<std::size_t>(d)];
  } else {
    result.properties = mass_properties(mesh, density, body.thickness);
  }
  if (given(given_values.mass)) result.properties = with_mass(result.properties, given_values.mass);
  if (given(given_values.inertia)) {
    if (mesh.dim == 2)
      result.properties.inertia[2] = given_values.inertia;
    else
      result.properties.inertia.setConstant(given_values.inertia);
  }
  return result;
}

void check_rigid(const BodyConfig& body, const std::string& pointer,
                 std::vector<ModelProblem>& problems) {
  for (const VelocityConfig& v : body.velocity)
    if (!v.gradient.empty() || !v.amplitude.empty() || !v.group.empty() || !v.box.empty())
      problems.push_back(
          {pointer + "/velocity",
           "a rigid body has one velocity and one spin; take \"gradient\", \"amplitude\", "
           "\"group\" and \"box\" away"});
}

}  // namespace tactus::core
