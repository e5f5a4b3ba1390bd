/// \file initial_velocity.hpp  Velocities at the start.
#pragma once

#include <vector>

#include "core/config/scene/configuration.hpp"
#include "core/mesh/mesh.hpp"
#include "tactus/state.hpp"

namespace tactus::core {

/// [dofs] m/s: at each node the sum of the entries of its body that hold for it,
///   v = constant + spin x (x - c) + gradient (x - about) + amplitude sin(wave_vector . x + phase),
/// c the body's centre of mass (in space: spin about the z axis). Supports are not considered.
/// `about` and the x of the wave are coordinates of the configuration: stored position + `centre`.
/// @param reference, mass  [dofs] m, kg
/// @pre groups that are named exist
/// @throws ModelError where an entry's box holds no node
std::vector<Real> initial_velocity(const Configuration& configuration,
                                   const std::vector<Mesh>& meshes, View<Body> bodies,
                                   View<Real> reference, View<Real> mass, View<Real> centre);

/// [dim] m, centre of mass of the degrees of freedom of one body; without mass, mean of its nodes.
std::vector<Real> centre_of_mass(const Body& body, int dim, View<Real> q, View<Real> mass);

}  // namespace tactus::core
