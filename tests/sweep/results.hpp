/// \file results.hpp  What a run leaves in its folder, less what may differ between two runs.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace tactus::sweep {

/// Bytes by name below the folder of a run.
using Files = std::map<std::string, std::string>;

/// Every file as it is.
Files files_in(const std::filesystem::path& folder);

/// As files_in, without wall times, and of log and checkpoint, which hold such, only the names.
Files results_in(const std::filesystem::path& folder);

/// Says what differs first, or nothing: "".
std::string difference(const Files& expected, const Files& found);

}  // namespace tactus::sweep
