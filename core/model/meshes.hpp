/// \file meshes.hpp  Makes the mesh of each body, by a generator or from a file.
#pragma once

#include <vector>

#include "core/mesh/mesh.hpp"
#include "core/scene/configuration.hpp"

namespace tactus::core {

/// One mesh per body, not yet placed; empty for particles. Copies of an array share the work.
/// @throws ModelError that lists every mesh that cannot be made.
std::vector<Mesh> make_meshes(const Configuration& configuration);

}  // namespace tactus::core
