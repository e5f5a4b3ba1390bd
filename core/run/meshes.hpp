/// \file meshes.hpp  The mesh of each body, generated or read.
#pragma once

#include <vector>

#include "core/config/scene/configuration.hpp"
#include "core/mesh/mesh.hpp"

namespace tactus::core {

/// One a body, empty for particles; not yet placed. Copies of an array share the work.
/// @throws ModelError with every mesh that cannot be made.
std::vector<Mesh> make_meshes(const Configuration& configuration);

}  // namespace tactus::core
