/// \file probe_reader.hpp  Reads the section "probes": which time histories a run writes.
#pragma once

#include "core/scene/configuration.hpp"
#include "core/scene/options/object_reader.hpp"

namespace tactus::core {

/// Reads the probes into `configuration` and finds the bodies that they name. Groups and nodes are
/// looked up when the model is built, because meshes do not exist before.
/// @param resolved  out: the list for the resolved configuration
void read_probes(Reading& reading, const Json& value, Configuration& configuration, Json& resolved);

}  // namespace tactus::core
