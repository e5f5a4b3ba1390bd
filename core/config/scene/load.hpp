/// \file load.hpp  Everything before the model: the file, the plugins, the values, what is written
/// down of them.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/config/scene/reader.hpp"
#include "core/model/model_error.hpp"
#include "core/plugin/registry.hpp"

namespace tactus::core {

struct LoadedConfiguration {
  LoadedConfiguration() = default;
  LoadedConfiguration(LoadedConfiguration&&) = default;
  LoadedConfiguration& operator=(LoadedConfiguration&&) = delete;
  ~LoadedConfiguration();  ///< of a component that ends the program now it is known which one it was

  std::unique_ptr<Registry> registry;  ///< outlives the components
  Configuration configuration;
  std::string resolved_json;  ///< content of resolved.json
};

/// Whether a configuration may name folders with plugins: a plugin is code that runs when it is read.
enum class OwnPlugins { allowed, refused };

/// Reads a configuration with the plugins of its own folders, of `plugin_folders`, and of the usual
/// places.
/// @throws ConfigurationErrors with all errors; ConfigError where the file cannot be read, a folder of
///         `plugin_folders` is not there, or plugins of its own are refused and it names some.
LoadedConfiguration load_configuration(const std::filesystem::path& file,
                                       const std::vector<std::string>& sets,
                                       const std::vector<std::filesystem::path>& plugin_folders,
                                       OwnPlugins own = OwnPlugins::allowed);

/// The libraries that a configuration's components come from, in the order of their first use.
std::vector<const PluginFile*> plugins_of(const Configuration& configuration,
                                          const Registry& registry);

/// The configuration with every default filled in, that runs again to the same bits, from wherever:
/// paths are absolute. Under "resolved", which the reader ignores, how it came to be: program,
/// machine, and path, version and SHA-256 of each plugin it uses.
std::string resolved_text(const ReadConfiguration& read, const Document& document,
                          const std::vector<std::string>& sets,
                          const std::vector<std::filesystem::path>& plugin_folders,
                          const Registry& registry);

/// The problems of a model at their places in the file.
ConfigurationErrors located(const ModelError& error, const Configuration& configuration);

}  // namespace tactus::core
