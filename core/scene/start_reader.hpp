/// \file start_reader.hpp  Reads the section "start": another run from whose last state this one
/// starts.
///
/// The checkpoint of the other run is part of the identity of this run, as mesh files are. Its
/// SHA-256 is recorded when the configuration is read and must not change afterwards.
#pragma once

#include "core/json/difference.hpp"
#include "core/scene/configuration.hpp"
#include "core/scene/options/object_reader.hpp"

namespace tactus::core {

/// Reads the section and checks that the folder contains a run.
void read_start(Reading& reading, const Json& value, StartConfig& start, Json& resolved);

/// The keys in which the bodies of two resolved configurations differ so that a state of one has no
/// meaning for the other: names, kinds, meshes, places. Materials, densities and velocities may
/// differ.
std::vector<Difference> start_differences(const Json& before, const Json& now);

/// Compares the bodies of the other run with those of this one, and adds notes about what is not
/// taken over.
/// @param resolved  the complete resolved configuration of this run
void check_start(Reading& reading, Configuration& configuration, const Json& resolved);

}  // namespace tactus::core
