/// \file body_arms.hpp  Rigid bodies in space as the motion of an impact zone sees them: by nodes on arms
/// along their principal axes, which have the same moments of inertia.
#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "tactus/projection/rigid_motion.hpp"

namespace tactus::projection {

/// A node on an arm of length 1 from the centre of a body.
struct BodyArm {
  Real mass = 0;                  ///< in the unit of RigidNodes::mass times m^2
  Eigen::Vector3d at, increment;  ///< from the centre; by the body's free rotation
};

/// Three for each rigid body in space.
std::vector<BodyArm> arms_of(const RigidNodes& nodes);

/// Writes the rotation vectors of bodies that turn by R, about their principal axes. @param turn  R - 1
void write_turns(const Eigen::Matrix3d& turn, const RigidNodes& nodes, Out<Real> out);

}  // namespace tactus::projection
