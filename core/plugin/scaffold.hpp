/// \file scaffold.hpp  A new plugin from the templates of the installation.
#pragma once

#include <filesystem>
#include <string>

#include "tactus/plugin.hpp"

namespace tactus::core {

/// Writes source, CMakeLists.txt and README of a plugin that builds and passes check-plugin.
/// @param folder  empty: ./NAME. Made if it is not there; nothing in it is written over.
/// @returns the folder
/// @throws ConfigError for a name that is none, a folder that is not empty or cannot be written, an
///         installation without templates.
std::filesystem::path write_new_plugin(Kind kind, const std::string& name,
                                       std::filesystem::path folder);

}  // namespace tactus::core
