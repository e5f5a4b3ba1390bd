/// \file contact_reader.hpp  Reads "contact": its components, and the surfaces to which its laws
/// and constraints apply.
#pragma once

#include "core/scene/section_reader.hpp"

namespace tactus::core {

/// Reads the section into `configuration`, whose bodies are already known. Groups of meshes are
/// checked later, when the model is built, because meshes do not exist before.
/// @param resolved  out: the object for the resolved configuration
void read_contact(Reading& reading, const Json& value, Configuration& configuration,
                  Json& resolved);

}  // namespace tactus::core
