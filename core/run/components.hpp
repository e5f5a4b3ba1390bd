/// \file components.hpp  All components of a configuration, each with the name it has in a run.
#pragma once

#include <functional>
#include <string>

#include "core/config/configuration.hpp"

namespace tactus::core {

/// Calls f for each component, in a fixed order. Names are those of the configuration's sections:
/// "integrator", "contact/solver", "materials/0", and "contact/solver/<slot>" for parts.
/// @param when  what for, as in "failed when its state was read"
/// @throws PluginRunError where a component breaks off.
void each_component(const Configuration& configuration, std::string_view when,
                    const std::function<void(const std::string& name, Component&)>& f);

}  // namespace tactus::core
