/// \file registry.hpp  What can be loaded: every component of every plugin found, by kind and name.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tactus/plugin.hpp"

namespace tactus::core {

std::string_view kind_name(Kind kind);  ///< "material", "integrator", ... as in design and CLI

/// A plugin library as found by its manifest; loaded only when a component of it is asked for.
struct PluginFile {
  std::filesystem::path path;
  std::string name, version, fingerprint, sha256;  ///< sha256 is filled when it is loaded
  struct Item { Kind kind; std::string name, summary; };
  std::vector<Item> items;
};

/// Why a library in a search folder is not used: one sentence each, for a person.
struct PluginRefusal {
  std::filesystem::path path;
  std::string cause, remedy;
};

struct PluginSearch {
  std::vector<std::filesystem::path> command_line;   ///< --plugin-dir
  std::vector<std::filesystem::path> configuration;  ///< "plugins" of the configuration
  // then TACTUS_PLUGIN_PATH, the user's data folder, the installation
};

class Registry {
 public:
  explicit Registry(const PluginSearch& search);  ///< reads manifests; loads nothing
  ~Registry();

  const std::vector<PluginFile>& plugins() const;
  const std::vector<PluginRefusal>& refusals() const;

  /// Names of a kind, sorted: for `list`, and for the nearest name in messages.
  std::vector<std::string> names(Kind kind) const;
  bool known(Kind kind, std::string_view name) const;

  /// Loads the library if it is not yet. Registration pointers stay valid for the process.
  /// @throws PluginError (path, cause, remedy) if it cannot be loaded; ConfigError if unknown.
  const Registration& find(Kind kind, std::string_view name);
  const PluginFile& file_of(Kind kind, std::string_view name) const;

  /// For tests and conformance: components that are in the program itself.
  void add(const Registration& registration);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tactus::core
