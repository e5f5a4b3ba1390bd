/// \file initial_velocity.hpp  Computes the velocities at the start.
#pragma once

#include <vector>

#include "core/mesh/mesh.hpp"
#include "core/scene/configuration.hpp"
#include "tactus/state.hpp"

namespace tactus::core {

/// [dofs] m/s: at each node the sum of those entries of its body that apply to it,
///   v = constant + spin x (x - c) + gradient (x - about) + amplitude sin(wave_vector . x + phase),
/// where c is the body's centre of mass (in space the spin is about the z axis). Supports are not
/// considered, and bodies without nodes have zero. `about` and the x of the wave are coordinates of the configuration, that is, stored
/// position + `centre`.
/// @param reference, mass  [dofs] m, kg
/// @pre all named groups exist
/// @throws ModelError if the box of an entry contains no node
std::vector<Real> initial_velocity(const Configuration& configuration,
                                   const std::vector<Mesh>& meshes, View<Body> bodies,
                                   View<Real> reference, View<Real> mass, View<Real> centre);

/// [dim] m, centre of mass of one body; for a body without mass the mean of its nodes.
std::vector<Real> centre_of_mass(const Body& body, int dim, View<Real> q, View<Real> mass);

}  // namespace tactus::core
