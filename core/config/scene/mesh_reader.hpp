/// \file mesh_reader.hpp  "mesh" of a body: its generator found, its options bound.
#pragma once

#include "core/config/scene/section_reader.hpp"

namespace tactus::core {

/// Reports every error; then the generator is null or holds the options that had none.
/// @param resolved  out: the object for the resolved configuration
MeshConfig read_mesh(Reading& reading, const Json& value, const std::string& pointer,
                     Json& resolved);

}  // namespace tactus::core
