/// \file check_plugin.hpp  Tests one plugin library: loading, registration, options, and the
/// promises that every component of its kind must keep.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/plugin/registry.hpp"
#include "core/plugin/sample_options.hpp"
#include "core/plugin/verdicts.hpp"

namespace tactus::core {

/// The results for one component: one verdict per promise of its kind.
struct ComponentCheck {
  PluginFile::Item component;
  std::vector<PromiseVerdict> verdicts;
  bool passed() const;  ///< nothing is broken
  bool tested() const;  ///< a promise of its kind was put to the test
};

/// The results for a library: what its manifest says, and the checks of all its components.
struct PluginCheck {
  PluginFile file;
  std::vector<ComponentCheck> components;
  /// Of a component that was not tested, and of a library without components, nothing is known:
  /// that is no pass.
  enum class Verdict { passed, broken, not_tested };
  Verdict verdict() const;
  bool passed() const { return verdict() == Verdict::passed; }
};

/// What is tested, and with which options.
struct CheckRequest {
  std::string component{};     ///< only the components of this name; empty: all
  GivenOptions options{};      ///< they stand fixed; others are tried at the ends of their ranges
  bool defaults_only = false;  ///< the ends of ranges and values within are not tried
  double time_limit_s = 60;    ///< of processor time, for each copy of the process
  std::vector<std::filesystem::path> plugin_folders{};  ///< for components that go into slots
  /// Is told what each copy of the process is about to test. May be empty.
  std::function<void(std::string_view)> progress{};
};

/// Everything that runs code of the library runs in a copy of this process, a copy for each
/// component and one for each value of an option, none for longer than the limit. Where a copy
/// crashes or takes longer, the promise that was put to the test is broken, and another copy goes on
/// with the next one: until five have crashed or two have taken too long.
/// @throws PluginError if the library cannot be loaded; ConfigError for a component that it does not
/// have, and for options that cannot be set so.
PluginCheck check_plugin(const std::filesystem::path& library, const CheckRequest& request = {});

}  // namespace tactus::core
