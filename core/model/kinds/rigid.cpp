/// \file rigid.cpp  Rigid bodies: their options, what these imply, and how a model makes them. How
/// they move is in core/model/rigid_bodies.hpp.
#include <fmt/format.h>

#include "core/model/rigid_bodies.hpp"
#include "core/scene/body_form.hpp"
#include "core/scene/configuration.hpp"
#include "tactus/rotation.hpp"

namespace tactus::core {
namespace {

Matrix3 tensor_of(const std::vector<Real>& entries) {
  const Real *moment = entries.data(), *product = moment + 3;
  Matrix3 tensor;
  tensor << moment[0], product[2], product[1],  //
      product[2], moment[1], product[0],        //
      product[1], product[0], moment[2];
  return tensor;
}

/// The rotation of "rotate": rotation vectors, applied in their order.
Matrix3 turn_of(const std::vector<Real>& rotate) {
  Matrix3 turn = Matrix3::Identity();
  for (std::size_t i = 0; i + 3 <= rotate.size(); i += 3)
    turn = (rotation_of_vector({rotate[i], rotate[i + 1], rotate[i + 2]}) * turn).eval();
  return turn;
}

/// Either mass or density is given. Mass and inertia that are not given are computed from the shape.
class RigidForm final : public BodyForm {
 public:
  void describe(BodyConfig& body, OptionVisitor& o) override;
  void settle(BodyReading& reading) const override;
  void check(const BodyConfig& body, const std::string& pointer,
             std::vector<ModelProblem>& problems) const override;
  Real radius() const override { return radius_; }

  MassProperties properties(const BodyConfig& body, const Mesh& mesh) const;

 private:
  bool is_round() const { return given(radius_); }
  void describe_tensor(OptionVisitor& o);

  Real density_ = kNotGiven;  ///< kg/m^3
  Real mass_ = kNotGiven;     ///< kg
  Real inertia_ = kNotGiven;  ///< kg m^2, about the centre of mass, in the plane
  /// kg m^2, in space: Ixx, Iyy, Izz, Iyz, Ixz, Ixy in the axes of the mesh; or empty
  std::vector<Real> tensor_;
  Real radius_ = kNotGiven;  ///< m, of a disk or ball around the local origin; replaces a mesh
};

void RigidForm::describe(BodyConfig& body, OptionVisitor& o) {
  o.real("density", density_)
      .unit("kg/m^3")
      .above(0)
      .optional()
      .help("mass per volume: mass and inertia are those of the shape; or give \"mass\"");
  o.real("mass", mass_)
      .unit("kg")
      .above(0)
      .optional()
      .help("in place of \"density\"; the inertia is that of the shape with this mass");
  o.require(!given(density_) || !given(mass_), "mass",
            "\"density\" and \"mass\" are given; one of them is enough");
  if (o.dim() == 3) {
    describe_tensor(o);
  } else {
    o.real("inertia", inertia_)
        .unit("kg m^2")
        .above(0)
        .optional()
        .help(
            "about the centre of mass, in place of that of the shape; in space [Ixx, Iyy, Izz, "
            "Iyz, Ixz, Ixy]");
    o.real("thickness", body.thickness).unit("m").above(0).help("out of the plane");
  }
  o.real("radius", radius_)
      .unit("m")
      .above(0)
      .optional()
      .help("a disk, in space a ball, about the local origin, exactly round, in place of a mesh");
}

void RigidForm::describe_tensor(OptionVisitor& o) {
  o.reals("inertia", tensor_)
      .unit("kg m^2")
      .length(6)
      .optional()
      .help(
          "in place of that of the shape: the tensor [Ixx, Iyy, Izz, Iyz, Ixz, Ixy] about the "
          "centre of mass, in the axes of the mesh");
  const Vector3 moments =
      tensor_.size() == 6 ? principal_moments(tensor_of(tensor_)) : Vector3(1, 1, 1);
  const std::string of_no_body = fmt::format(
      "no body has such an inertia: of its principal moments, {:.4g}, {:.4g} and {:.4g} kg m^2, ",
      moments[0], moments[1], moments[2]);
  o.require(moments[0] > 0, "inertia", of_no_body + "the least is not above 0");
  o.require(moments[2] <= (moments[0] + moments[1]) * (1 + 1e-12), "inertia",
            of_no_body + "one exceeds the sum of the two others");
}

void RigidForm::settle(BodyReading& reading) const {
  const bool has_mesh = reading.has("mesh"), has_radius = reading.has("radius");
  if (has_mesh && has_radius)
    reading.problem("radius", "a \"mesh\" and a \"radius\" are given; take one of them away");
  if (!has_mesh && !has_radius)
    reading.problem("mesh",
                    "missing; a rigid body has a \"mesh\", or is round and has a \"radius\"");
  if (!reading.has("density") && !reading.has("mass"))
    reading.problem("density", "missing; a rigid body has a \"density\" or a \"mass\"");
}

void RigidForm::check(const BodyConfig& body, const std::string& pointer,
                      std::vector<ModelProblem>& problems) const {
  for (const VelocityConfig& v : body.velocity)
    if (!v.gradient.empty() || !v.amplitude.empty() || !v.group.empty() || !v.box.empty())
      problems.push_back(
          {pointer + "/velocity",
           "a rigid body has one velocity and one spin; take \"gradient\", \"amplitude\", "
           "\"group\" and \"box\" away"});
}

MassProperties RigidForm::properties(const BodyConfig& body, const Mesh& mesh) const {
  const Real density = given(density_) ? density_ : 1;
  MassProperties result;
  if (is_round()) {
    result = round_mass_properties(mesh.dim, body.scale * radius_, density, body.thickness);
    for (int d = 0; d < mesh.dim; ++d) result.centre[d] = mesh.points[static_cast<std::size_t>(d)];
  } else {
    result = mass_properties(mesh, density, body.thickness);
  }
  if (given(mass_)) result = with_mass(result, mass_);
  if (given(inertia_)) result.inertia[2] = inertia_;
  if (!tensor_.empty()) {
    const Matrix3 turn = turn_of(body.rotate);
    set_inertia(result, turn * tensor_of(tensor_) * turn.transpose());
  }
  return result;
}

std::unique_ptr<BodyKind> make_rigid_bodies(const KindStart& start) {
  std::vector<RigidBody> bodies;
  for (const PlacedBody& placed : start.bodies) {
    RigidBody& body = bodies.emplace_back(RigidBody{.points = placed.mesh->points});
    const auto& form = static_cast<const RigidForm&>(*placed.config->form);
    if (placed.is_sound) body.properties = form.properties(*placed.config, *placed.mesh);
  }
  return std::make_unique<RigidBodies>(start.dim, bodies,
                                       KindRanges::First{start.point, start.coordinate, start.dof});
}

}  // namespace

BodyKindType rigid_kind() {
  return body_kind_type<RigidForm>(
      {.help = "A body that moves as a whole: a mesh or a radius, and a density or a mass",
       .optional_mesh = "a generator or a file; a disk or a ball has a \"radius\"",
       .rank = 10,
       .make = make_rigid_bodies});
}

}  // namespace tactus::core
