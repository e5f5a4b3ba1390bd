/// \file self_sight.hpp  Which bodies of space look for contact with themselves: unless a configuration says
/// otherwise, those of which a constraint can see it.
#pragma once

#include "core/json/document.hpp"
#include "core/scene/configuration.hpp"
#include "tactus/detection.hpp"

namespace tactus::core {

/// Whether a constraint that asks for these pairs sees boundaries of bodies touch each other.
bool sees_boundaries(const Detection& looks);

/// Whether one constraint sees what another one sees in this scene: that boundaries of bodies touch, where there are two
/// bodies with a mesh. What is no constraint sees all.
bool sees_as_well(const Component& constraint, const Component& other,
                  const Configuration& configuration);

/// Turns self contact off where it is on by default and no constraint looks at it; notes name these bodies.
/// @param resolved  of the whole configuration; repeated from there, the run is the same
void settle_self_contact(const Document& document, Configuration& configuration, Json& resolved);

}  // namespace tactus::core
