/// \file pair_hints.hpp  Finds bodies that do not see each other: there is no contact, no constraint is for a pair, or
/// an obstacle is moved into another one.
#pragma once

#include <string>
#include <vector>

#include "core/run/body_facts.hpp"

namespace tactus::core {

/// Appends one sentence per hint.
void look_at_pairs(const Configuration& configuration, const std::vector<BodyFacts>& facts,
                   std::vector<std::string>& found);

}  // namespace tactus::core
