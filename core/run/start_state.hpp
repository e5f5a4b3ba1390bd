/// \file start_state.hpp  The last state of another run, read from its checkpoint, as the start of this one.
#pragma once

#include <optional>

#include "core/config/scene/configuration.hpp"
#include "core/model/model.hpp"

namespace tactus::core {

/// What Configuration::start asks for; nothing where it asks for nothing. Notes the time and the number
/// of steps of the other run in the configuration.
/// @throws ModelError where the checkpoint is damaged, is none of the folder's run, or has changed since
///         the configuration was read
std::optional<StartState> read_start_state(Configuration& configuration);

}  // namespace tactus::core
