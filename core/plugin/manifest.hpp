/// \file manifest.hpp  What a library says of itself in plain bytes, before any code of it runs.
#pragma once

#include "core/plugin/registry.hpp"

namespace tactus::core {

/// Reads path, name, version, fingerprint and components of one library.
/// @throws PluginError if it is no complete library or carries no manifest that can be read.
PluginFile read_manifest(const std::filesystem::path& library);

/// @throws PluginError if the manifest says that this program cannot use the library: another
///         fingerprint, or instructions that the processor lacks.
void expect_compatible(const PluginFile& file);

}  // namespace tactus::core
