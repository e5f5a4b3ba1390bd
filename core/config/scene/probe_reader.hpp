/// \file probe_reader.hpp  The section "probes": which time histories a run is to write.
#pragma once

#include "core/config/options/object_reader.hpp"
#include "core/config/scene/configuration.hpp"

namespace tactus::core {

/// Reads the probes into `configuration` and finds the bodies that they name. Groups and nodes are
/// looked for when the model is built, for only then the meshes are there.
/// @param resolved  out: the list for the resolved configuration
void read_probes(Reading& reading, const Json& value, Configuration& configuration, Json& resolved);

}  // namespace tactus::core
