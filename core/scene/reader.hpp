/// \file reader.hpp  Converts the text of a configuration to its values and creates every
/// component.
#pragma once

#include <functional>

#include "core/json/document.hpp"
#include "core/scene/configuration.hpp"
#include "core/scene/options/component_source.hpp"

namespace tactus::core {

struct ReadConfiguration {
  Configuration configuration;
  Json resolved;  ///< the same structure with all defaults and with absolute paths
};

/// Adds what else is wrong with a configuration of which some parts are wrong already; these may be
/// changed, as it is not run.
using FurtherCheck = std::function<void(Configuration& configuration, Problems& problems)>;

/// Checks everything that can be checked without a mesh: structure, types, ranges, names, existence
/// of files, capabilities.
/// @param further  is asked as soon as something is wrong; null: nothing else is checked
/// @throws ConfigurationErrors with all errors.
ReadConfiguration read_configuration(const Document& document, ComponentSource& components,
                                     const FurtherCheck& further = nullptr);

/// The folders of "plugins", made absolute. They are needed first, because they decide which
/// components exist. Errors there are reported by read_configuration.
std::vector<std::filesystem::path> plugin_folders(const Document& document);

}  // namespace tactus::core
