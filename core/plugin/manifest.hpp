/// \file manifest.hpp  Reads the manifest of a library: its description as plain bytes, which can
/// be read before any of its code runs.
#pragma once

#include "core/plugin/registry.hpp"

namespace tactus::core {

/// Reads path, name, version, fingerprint and components of one library.
/// @throws PluginError if it is not a complete library or has no valid manifest.
PluginFile read_manifest(const std::filesystem::path& library);

/// Whether a library without a manifest is named lib*.so, as libraries that others link to are.
/// Such a library may be stored beside the plugin that uses it.
bool is_helper_library(const std::filesystem::path& library);

/// @throws PluginError if two components of the library have the same kind and name.
void expect_distinct_names(const PluginFile& file);

/// @throws PluginError if the manifest shows that this program cannot use the library: because of
/// another fingerprint, a newer minor number of the SDK, or instructions that the processor lacks.
void expect_compatible(const PluginFile& file);

}  // namespace tactus::core
