/// \file check_plugin.hpp  Puts one library to the test: loading, registration, options, and what
/// every component of its kind must do.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/plugin/registry.hpp"
#include "core/plugin/verdicts.hpp"

namespace tactus::core {

struct ComponentCheck {
  PluginFile::Item component;
  std::vector<PromiseVerdict> verdicts;
  bool passed() const;
};

struct PluginCheck {
  PluginFile file;
  std::vector<ComponentCheck> components;
  bool passed() const;
};

/// Everything that runs code of the library runs in a copy of this process, a copy for each
/// component, none for longer than the limit. Where a copy crashes or takes longer, the promise that
/// was put to the test is broken, and another copy goes on with the next one: until five have crashed
/// or two have taken too long.
/// @throws PluginError if the library cannot be loaded.
PluginCheck check_plugin(const std::filesystem::path& library, double time_limit_s = 60);

}  // namespace tactus::core
