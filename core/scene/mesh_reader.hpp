/// \file mesh_reader.hpp  Reads "mesh" of a body: finds the generator and binds its options.
#pragma once

#include "core/scene/section_reader.hpp"

namespace tactus::core {

/// Reports every error. The generator is then null or contains the options without errors.
/// @param resolved  out: the object for the resolved configuration
MeshConfig read_mesh(Reading& reading, const Json& value, const std::string& pointer,
                     Json& resolved);

}  // namespace tactus::core
