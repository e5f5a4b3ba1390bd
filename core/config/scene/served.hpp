/// \file served.hpp  What the interfaces foresee and the kernel does not do yet.
///
/// The headers of the SDK are written for all methods that are to come. A plugin that relies on a
/// part which the kernel does not serve would run without it, and its results would look sound: it
/// is refused when the configuration is read, whoever wrote it. What becomes served leaves this file.
#pragma once

#include "core/config/json/problems.hpp"
#include "core/config/scene/configuration.hpp"

namespace tactus::core {

/// Adds a problem for what is not served: implicit steps, laws in problems of increments, a solver for
/// another kind of problem than the integrator poses.
void refuse_not_served(const Configuration& configuration, Problems& problems);

}  // namespace tactus::core
