/// \file probe_nodes.hpp  The points of a model that its probes look at.
#pragma once

#include <vector>

#include "core/config/scene/configuration.hpp"
#include "core/mesh/mesh.hpp"
#include "core/model/model_error.hpp"

namespace tactus::core {

/// For each probe the points of the model that it is about, ascending: one of a node, those of a group or
/// of the whole body. Probes of energy have none.
/// @param meshes  one a body, placed
/// @param first   [bodies] the first point of each body
/// @param centre  [dim] m, of the scene: places in the configuration less places of the meshes
/// @param problems  gets groups that are not there, and numbers beyond the nodes of a mesh
std::vector<std::vector<Index>> probe_nodes(const Configuration& configuration,
                                            const std::vector<Mesh>& meshes, View<Index> first,
                                            View<Real> centre, std::vector<ModelProblem>& problems);

}  // namespace tactus::core
