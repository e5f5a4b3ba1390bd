/// \file components.hpp  All components of a configuration, each with the name it has in a run.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/config/configuration.hpp"

namespace tactus::core {

/// In a fixed order; names are those of the configuration's sections: "integrator",
/// "contact/solver", "materials/0", and "contact/solver/<slot>" for parts.
std::vector<std::pair<std::string, Component*>> components_of(const Configuration& configuration);

}  // namespace tactus::core
