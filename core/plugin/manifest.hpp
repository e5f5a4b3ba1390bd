/// \file manifest.hpp  What a library says of itself in plain bytes, before any code of it runs.
#pragma once

#include "core/plugin/registry.hpp"

namespace tactus::core {

/// Reads path, name, version, fingerprint and components of one library.
/// @throws PluginError if it is no complete library or carries no manifest that can be read.
PluginFile read_manifest(const std::filesystem::path& library);

/// A library that says of itself by its name, lib*.so, that others link it, and that carries no manifest:
/// it may stand beside the plugin that uses it.
bool is_helper_library(const std::filesystem::path& library);

/// @throws PluginError if two components of the library have one kind and one name.
void expect_distinct_names(const PluginFile& file);

/// @throws PluginError if the manifest says that this program cannot use the library: another
///         fingerprint, or instructions that the processor lacks.
void expect_compatible(const PluginFile& file);

}  // namespace tactus::core
