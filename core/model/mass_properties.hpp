/// \file mass_properties.hpp  Mass, centre of mass and inertia of a body with uniform density:
/// exact integrals over its triangles or tetrahedra, and the closed forms for disk and ball.
#pragma once

#include "core/mesh/mesh.hpp"
#include "tactus/types.hpp"

namespace tactus::core {

struct MassProperties {
  Real mass = 0;                       ///< kg
  Vector3 centre = Vector3::Zero();    ///< m; in the plane the third component is 0
  Vector3 inertia = Vector3::Zero();   ///< kg m^2, principal moments; in the plane only the third
  Matrix3 axes = Matrix3::Identity();  ///< columns: principal axes, right-handed
};

/// @param thickness  m, used in the plane
MassProperties mass_properties(const Mesh& mesh, Real density, Real thickness);

/// Gives the body this inertia about its centre of mass [kg m^2], in space.
void set_inertia(MassProperties& properties, const Matrix3& inertia);

/// kg m^2, ascending.
Vector3 principal_moments(const Matrix3& inertia);

/// A disk (dim 2) or a ball (dim 3) around a point.
MassProperties round_mass_properties(int dim, Real radius, Real density, Real thickness);

/// The same body scaled to another mass.
MassProperties with_mass(MassProperties properties, Real mass);

}  // namespace tactus::core
