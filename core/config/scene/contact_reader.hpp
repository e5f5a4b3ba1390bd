/// \file contact_reader.hpp  "contact": its components, and the surfaces that its laws and
/// constraints are for.
#pragma once

#include "core/config/scene/section_reader.hpp"

namespace tactus::core {

/// Reads the section into `configuration`, whose bodies are known. Groups of meshes are checked later,
/// when the model is built: only then they are there.
/// @param resolved  out: the object for the resolved configuration
void read_contact(Reading& reading, const Json& value, Configuration& configuration,
                  Json& resolved);

}  // namespace tactus::core
