/// \file loader.hpp  Loads a plugin library and returns the components that it registers.
#pragma once

#include "core/plugin/registry.hpp"

namespace tactus::core {

/// Loads a library in this process, calls its entry point and compares what it registers with its
/// manifest. All components are accepted or none; the library is never unloaded. The floating-point
/// environment is restored, and a note in `file` says if the library had changed it.
/// @throws PluginError
std::vector<Registration> load_here(PluginFile& file);

/// The same, but a library that this user has not opened before (recognised by its SHA-256, which
/// is stored in `file`) is first opened in a child process. A static initialiser that throws, or a
/// damaged library, then ends that child and not a run. A library that takes longer than the limit
/// is refused, too.
/// @throws PluginError
std::vector<Registration> load(PluginFile& file, double time_limit_s = 30);

}  // namespace tactus::core
