/// \file motion_hints.hpp  Finds slips in what moves bodies: gravity in other units or of another
/// direction, bodies that nothing holds, and bodies that move by next to nothing or meet nothing.
#pragma once

#include <string>
#include <vector>

#include "core/run/body_facts.hpp"
#include "core/scene/configuration.hpp"

namespace tactus::core {

/// m/s^2, an upper bound of the sum of the loads where none changes over time.
Real gravity_of(const Configuration& configuration);

/// Appends one sentence per hint.
void look_at_motion(const Configuration& configuration, const std::vector<BodyFacts>& facts,
                    std::vector<std::string>& found);

}  // namespace tactus::core
