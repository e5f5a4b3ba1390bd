/// \file load_reader.hpp  Reads the entries of "loads".
#pragma once

#include "core/scene/section_reader.hpp"

namespace tactus::core {

/// Reads an entry of "loads" into `configuration`, with one load for each body that it names.
void read_load(ObjectReader& object, const BodyNames& names, Configuration& configuration);

}  // namespace tactus::core
