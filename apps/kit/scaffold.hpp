/// \file scaffold.hpp  Creates a new plugin from the installed templates.
#pragma once

#include <filesystem>
#include <string>

#include "tactus/plugin.hpp"

namespace tactus::core {

/// Writes source, CMakeLists.txt and README of a plugin that builds and passes check-plugin.
/// @param entry   which one of a kind that has several templates, such as "velocities" for an integrator; empty: the
///                first of them
/// @param folder  empty: ./NAME. It is created if necessary; no existing file is overwritten.
/// @returns the folder
/// @throws ConfigError for an invalid name or entry, a folder that is not empty or not writable, or an
/// installation
///         without templates.
std::filesystem::path write_new_plugin(Kind kind, const std::string& name, const std::string& entry,
                                       std::filesystem::path folder);

}  // namespace tactus::core
