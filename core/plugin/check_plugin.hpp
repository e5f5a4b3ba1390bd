/// \file check_plugin.hpp  Tests one plugin library: loading, registration, options, and the
/// promises that every component of its kind must keep.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/plugin/registry.hpp"
#include "core/plugin/verdicts.hpp"

namespace tactus::core {

/// The results for one component: one verdict per promise of its kind.
struct ComponentCheck {
  PluginFile::Item component;
  std::vector<PromiseVerdict> verdicts;
  bool passed() const;
};

/// The results for a library: what its manifest says, and the checks of all its components.
struct PluginCheck {
  PluginFile file;
  std::vector<ComponentCheck> components;
  bool passed() const;
};

/// Loads the library and tests all its components, as `tactus check-plugin` does.
///
/// All code of the library runs in child processes, one per component, each with a time limit. If a
/// child crashes or exceeds the limit, the promise being tested is broken, and another child
/// continues with the next one, until five children have crashed or two have exceeded the limit.
/// @throws PluginError if the library cannot be loaded.
PluginCheck check_plugin(const std::filesystem::path& library, double time_limit_s = 60);

}  // namespace tactus::core
