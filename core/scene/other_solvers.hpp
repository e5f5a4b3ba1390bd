/// \file other_solvers.hpp  Finds contact solvers that a configuration could use and does not.
#pragma once

#include <string>
#include <vector>

#include "core/scene/configuration.hpp"
#include "core/scene/options/component_source.hpp"

namespace tactus::core {

/// Names of the installed solvers of reactions that fit the laws and the constraints of the
/// configuration with default options, and that are neither its solver nor a part of it. Solvers
/// that cannot be created are left out.
std::vector<std::string> other_solvers(const Configuration& configuration,
                                       ComponentSource& components);

}  // namespace tactus::core
