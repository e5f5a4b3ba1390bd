/// \file support_path_reader.hpp  "path" of a support.
#pragma once

#include "core/config/scene/section_reader.hpp"

namespace tactus::core {

/// Reads the path of a support whose options are read, if it has one, and reports what of the two does
/// not go together.
void read_path(ObjectReader& support_object, SupportConfig& support);

}  // namespace tactus::core
