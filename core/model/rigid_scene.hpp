/// \file rigid_scene.hpp  Creates rigid bodies from the configuration: mass, inertia, and the mesh
/// with which a round body is displayed.
#pragma once

#include "core/config/scene/configuration.hpp"
#include "core/mesh/mesh.hpp"
#include "core/model/model_error.hpp"
#include "core/model/rigid_bodies.hpp"

namespace tactus::core {

/// Centre and rim of a disk around the origin, as frames show it; for a ball only the centre.
/// Contact uses nothing but the centre and the radius.
Mesh round_mesh(int dim, Real radius);

/// @param mesh  of the body, already placed
RigidBody rigid_body(const BodyConfig& body, const Mesh& mesh);

/// Adds a problem for each property that a rigid body cannot have.
void check_rigid(const BodyConfig& body, const std::string& pointer,
                 std::vector<ModelProblem>& problems);

}  // namespace tactus::core
