/// \file hints.hpp  What is allowed in a configuration and is still most likely a slip: units, degrees,
/// far too many frames. A hint says what was seen, why it is strange, and what to write instead.
#pragma once

#include <string>
#include <vector>

#include "core/run/body_facts.hpp"

namespace tactus::core {

/// Figures of the whole run that hints look at.
struct RunFigures {
  Real steps = 0;        ///< of the run, about
  Real step = 0;         ///< s
  Real frame_bytes = 0;  ///< of one frame
};

/// A sentence each; none for a configuration that looks as most do.
std::vector<std::string> hints(const Configuration& configuration,
                               const std::vector<BodyFacts>& facts, const RunFigures& run);

}  // namespace tactus::core
