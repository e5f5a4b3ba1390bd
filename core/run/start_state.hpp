/// \file start_state.hpp  Reads the last state of another run from its checkpoint, as the start of
/// this run.
#pragma once

#include <optional>

#include "core/model/model.hpp"
#include "core/scene/configuration.hpp"

namespace tactus::core {

/// The state that Configuration::start asks for, if any. Also stores the time and the number of
/// steps of the other run in the configuration.
/// @throws ModelError if the checkpoint is damaged, does not belong to the run in this folder, or
/// has
///         changed since the configuration was read
std::optional<StartState> read_start_state(Configuration& configuration);

}  // namespace tactus::core
