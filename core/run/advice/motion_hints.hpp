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

/// m/s, an upper bound of the velocities of a body of this size at the start; infinite where it would take a look at
/// the nodes.
Real speed_of(const BodyConfig& body, Real size);

/// m, how far two bodies can come towards each other by the end; infinite where something else than
/// gravity moves them. A body that is hit may be faster than the one that hits it.
Real farthest(const Configuration& configuration, const std::vector<BodyFacts>& facts);

/// m, between the bounding boxes of two bodies, which are at least as far from each other.
Real distance(const BodyFacts& a, const BodyFacts& b);

/// Appends one sentence per hint. Unless `sizes_fit`, ways and distances are not looked at.
void look_at_motion(const Configuration& configuration, const std::vector<BodyFacts>& facts,
                    bool sizes_fit, std::vector<std::string>& found);

}  // namespace tactus::core
