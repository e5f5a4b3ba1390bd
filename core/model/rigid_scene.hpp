/// \file rigid_scene.hpp  Rigid bodies from the configuration: mass, inertia, and the mesh that a round
/// one is shown with.
#pragma once

#include "core/config/scene/configuration.hpp"
#include "core/mesh/mesh.hpp"
#include "core/model/model_error.hpp"
#include "core/model/rigid_bodies.hpp"

namespace tactus::core {

/// Centre and rim of a disk as frames show it, about the origin; of a ball the centre alone. Contact
/// knows the centre and the radius only.
Mesh round_mesh(int dim, Real radius);

/// @param mesh  of the body, in its place
RigidBody rigid_body(const BodyConfig& body, const Mesh& mesh);

/// Appends what a rigid body cannot have.
void check_rigid(const BodyConfig& body, const std::string& pointer,
                 std::vector<ModelProblem>& problems);

}  // namespace tactus::core
