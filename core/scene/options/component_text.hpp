/// \file component_text.hpp  Components by themselves, without a configuration around them: made of a
/// text, asked for their options, and told with the values of options.
#pragma once

#include <string>
#include <string_view>

#include "core/json/json.hpp"
#include "core/scene/options/component_config.hpp"
#include "core/scene/options/component_source.hpp"

namespace tactus::core {

/// @param text  a JSON object with "type" and options
/// @param where  what messages call the text, such as an option of the command line
/// @param tolerance  written into the option "tolerance" of the component, or of each component in
///                   its list; 0: they keep their own
/// @throws ConfigurationErrors with all errors
ComponentConfig component_of_text(const std::string& text, const std::string& where, Kind kind,
                                  Real tolerance, ComponentSource& components);

/// Visits the options of a component with their defaults. What goes wrong in it is blamed on its plugin.
void describe_options(const Registration& component, OptionVisitor& options);

/// A list with one of each type of a kind, as a configuration names them. What needs an option, or takes parts
/// itself, is left out; so is what cannot be loaded.
Json one_of_each(ComponentSource& components, Kind kind);

/// "/contact/solver/tolerance is 1e-08, ..." for each option of this name, including those of
/// components inside this one.
std::string values_of(std::string_view name, const ComponentConfig& component);

}  // namespace tactus::core
