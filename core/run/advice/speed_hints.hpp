/// \file speed_hints.hpp  Finds speeds and times in other units: faster than waves in a body, revolutions or degrees for
/// radians, milliseconds for seconds, and rotations that a material is not made for.
#pragma once

#include <string>
#include <vector>

#include "core/run/body_facts.hpp"

namespace tactus::core {

/// Appends one sentence per hint.
void look_at_speeds(const Configuration& configuration, const std::vector<BodyFacts>& facts,
                    std::vector<std::string>& found);

}  // namespace tactus::core
