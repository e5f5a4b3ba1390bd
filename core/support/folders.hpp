/// \file folders.hpp  Makes folders. std::filesystem::create_directories() tells of a folder that cannot be looked at as
/// if it were missing, and not which folders it made.
#pragma once

#include <filesystem>
#include <system_error>
#include <vector>

namespace tactus::core {

/// Makes a folder and those above it that are missing. The name of each is on the disk before the next is made.
/// @param made  out: those that were missing are appended, outermost first, even if a later one cannot be made
/// @returns what went wrong, if anything
std::error_code make_folders(const std::filesystem::path& folder,
                             std::vector<std::filesystem::path>& made);

/// The same. @throws FileError "cannot make 'x': ..."
void make_folders(const std::filesystem::path& folder);

}  // namespace tactus::core
