/// \file load_reader.hpp  Reads the entries of "loads".
#pragma once

#include "core/scene/section_reader.hpp"

namespace tactus::core {

/// Reads an entry of "loads" into `configuration`, with one load for each body that it names.
/// @param resolved  out: the entry for the resolved configuration
void read_load(Reading& reading, const Json& value, const std::string& pointer,
               const BodyNames& names, Configuration& configuration, Json& resolved);

}  // namespace tactus::core
