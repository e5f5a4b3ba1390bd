/// \file support_path_reader.hpp  Reads the "path" of a support.
#pragma once

#include "core/scene/section_reader.hpp"

namespace tactus::core {

/// Reads the path of a support, if it has one, after the support's options, and reports
/// combinations of the two that are not allowed.
void read_path(ObjectReader& support_object, SupportConfig& support);

}  // namespace tactus::core
