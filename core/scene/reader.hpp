/// \file reader.hpp  Converts the text of a configuration to its values and creates every
/// component.
#pragma once

#include "core/json/document.hpp"
#include "core/scene/configuration.hpp"
#include "core/scene/options/component_source.hpp"

namespace tactus::core {

struct ReadConfiguration {
  Configuration configuration;
  Json resolved;  ///< the same structure with all defaults and with absolute paths
};

/// Checks everything that can be checked without a mesh: structure, types, ranges, names, existence
/// of files, capabilities.
/// @throws ConfigurationErrors with all errors.
ReadConfiguration read_configuration(const Document& document, ComponentSource& components);

/// The folders of "plugins", made absolute. They are needed first, because they decide which
/// components exist. Errors there are reported by read_configuration.
std::vector<std::filesystem::path> plugin_folders(const Document& document);

}  // namespace tactus::core
