/// \file served.hpp  Features that the interfaces of the SDK provide for but the kernel does not support yet.
///
/// The headers of the SDK were designed for all planned methods. A plugin that relies on a feature
/// which the kernel does not support would run without it, and its results would look sound.
/// Therefore such a plugin is refused when the configuration is read, whoever wrote it. When a
/// feature becomes supported, its refusal is removed from this file.
#pragma once

#include "core/json/problems.hpp"
#include "core/scene/configuration.hpp"

namespace tactus::core {

/// Adds problems for unsupported features: implicit steps of bodies that do not consist of nodes, laws in
/// problems of increments, and stages that are not solved (scene/stages.hpp).
void refuse_not_served(const Configuration& configuration, Problems& problems);

/// All bodies that may touch need a law. Where groups or parts that meet are named the model looks.
void expect_laws(const Configuration& configuration, Problems& problems);

}  // namespace tactus::core
