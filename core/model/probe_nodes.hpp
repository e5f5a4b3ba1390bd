/// \file probe_nodes.hpp  Finds the points of a model to which its probes refer.
#pragma once

#include <vector>

#include "core/mesh/mesh.hpp"
#include "core/scene/configuration.hpp"
#include "core/scene/model_error.hpp"

namespace tactus::core {

/// For each probe the points of the model it refers to, in ascending order: one for a node, several
/// for a group or a whole body, none for an energy.
/// @param meshes  one per body, placed
/// @param first   [bodies] the first point of each body
/// @param centre  [dim] m, of the scene: coordinates of the configuration minus those of the meshes
/// @param problems  gets groups that do not exist, and numbers beyond the nodes of a mesh
std::vector<std::vector<Index>> probe_nodes(const Configuration& configuration,
                                            const std::vector<Mesh>& meshes, View<Index> first,
                                            View<Real> centre, std::vector<ModelProblem>& problems);

}  // namespace tactus::core
