/// \file loader.hpp  From a manifest to components that can be made.
#pragma once

#include "core/plugin/registry.hpp"

namespace tactus::core {

/// Loads a library in this process, calls its entry and compares what it registers with its
/// manifest. All or nothing; the library is never unloaded. The floating-point environment is as it
/// was afterwards, and a note in `file` says if the library changed it.
/// @throws PluginError
std::vector<Registration> load_here(PluginFile& file);

/// The same, but a library that this user has not opened before (known by its SHA-256, which is put
/// into `file`) is first opened once in a copy of this process: a static initialiser that throws,
/// or a damaged library, ends that copy and not a run; one that takes longer than the limit is
/// refused too.
/// @throws PluginError
std::vector<Registration> load(PluginFile& file, double time_limit_s = 30);

}  // namespace tactus::core
