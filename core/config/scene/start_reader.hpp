/// \file start_reader.hpp  The section "start": another run, whose last state this one begins with.
///
/// The run's checkpoint belongs to what this run is known by, as the files of meshes do: its SHA-256 is
/// written down when the configuration is read, and holds from then on.
#pragma once

#include "core/config/json/difference.hpp"
#include "core/config/options/object_reader.hpp"
#include "core/config/scene/configuration.hpp"

namespace tactus::core {

/// Reads the section and looks whether the folder holds a run.
void read_start(Reading& reading, const Json& value, StartConfig& start, Json& resolved);

/// In which keys of their bodies two resolved configurations differ where a state of one means nothing
/// to the other: names, kinds, meshes, places. Materials, densities and velocities may differ.
std::vector<Difference> start_differences(const Json& before, const Json& now);

/// Compares the bodies of the other run with those of this one, and notes what is not taken over.
/// @param resolved  of this configuration, complete
void check_start(Reading& reading, Configuration& configuration, const Json& resolved);

}  // namespace tactus::core
