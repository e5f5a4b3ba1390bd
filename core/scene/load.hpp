/// \file load.hpp  Loads a configuration: reads the file, finds plugins, creates components, and
/// writes the resolved configuration. All of this precedes building the model.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/plugin/registry.hpp"
#include "core/scene/model_error.hpp"
#include "core/scene/reader.hpp"

namespace tactus::core {

struct LoadedConfiguration {
  std::unique_ptr<Registry> registry;  ///< outlives the components
  Configuration configuration;
  std::string resolved_json;  ///< content of resolved.json
};

/// Whether a configuration may name its own folders of plugins. A plugin is code that runs already
/// when the configuration is read.
enum class OwnPlugins { allowed, refused };

/// Reads a configuration with the plugins of its own folders, of `plugin_folders`, and of the usual
/// places.
/// @param further  see read_configuration()
/// @throws ConfigurationErrors with all errors; ConfigError if the file cannot be read, a folder of
/// `plugin_folders` does
///         not exist, or the configuration names its own plugins although these are refused.
LoadedConfiguration load_configuration(const std::filesystem::path& file,
                                       const std::vector<std::string>& sets,
                                       const std::vector<std::filesystem::path>& plugin_folders,
                                       OwnPlugins own = OwnPlugins::allowed,
                                       const FurtherCheck& further = nullptr);

/// The libraries that the configuration's components come from, in the order of their first use.
std::vector<const PluginFile*> plugins_of(const Configuration& configuration,
                                          const Registry& registry);

/// The text of the configuration including all defaults and with absolute paths. It can be run
/// again from anywhere and gives the same bits. The member "resolved", which the reader ignores,
/// records its origin: program, machine, and path, version and SHA-256 of each plugin it uses.
std::string resolved_text(const ReadConfiguration& read, const Document& document,
                          const std::vector<std::string>& sets,
                          const std::vector<std::filesystem::path>& plugin_folders,
                          const Registry& registry);

/// The pointer in the file of what has this one in the expanded lists: "/bodies/3/density" may be
/// "/bodies/1/density".
std::string pointer_in_file(const std::string& pointer, const Configuration& configuration);

/// Locates the problems of a model at their places in the file.
ConfigurationErrors located(const ModelError& error, const Configuration& configuration);

}  // namespace tactus::core
