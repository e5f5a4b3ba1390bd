/// \file nearest_path.hpp  Suggests the file or folder that was meant in place of a path at which
/// there is nothing.
#pragma once

#include <filesystem>
#include <string>

namespace tactus::core {

/// `; did you mean "runs/four_squares"?` if a name beside the given path is less than 3 edits away
/// from its last one; empty if the path exists, or nothing near it does.
std::string nearest_beside(const std::filesystem::path& given);

}  // namespace tactus::core
