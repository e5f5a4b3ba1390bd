/// \file reader.hpp  From the text of a configuration to its values, every component made.
#pragma once

#include "core/config/json/document.hpp"
#include "core/config/options/component_source.hpp"
#include "core/config/scene/configuration.hpp"

namespace tactus::core {

struct ReadConfiguration {
  Configuration configuration;
  Json resolved;  ///< the same shape with every default filled in and paths made absolute
};

/// Checks everything that can be checked without a mesh: shape, types, ranges, names, files that
/// exist, capabilities.
/// @throws ConfigurationErrors with all errors.
ReadConfiguration read_configuration(const Document& document, ComponentSource& components);

/// The folders of "plugins", made absolute, before anything else is read: they decide which
/// components there are. What is wrong there is reported by read_configuration.
std::vector<std::filesystem::path> plugin_folders(const Document& document);

}  // namespace tactus::core
