/// \file hints.hpp  Hints about values that are allowed in a configuration but most likely
/// mistakes: wrong units, degrees instead of radians, far too many frames. A hint says what was
/// found, why it is unusual, and what to write instead.
#pragma once

#include <string>
#include <vector>

#include "core/run/body_facts.hpp"

namespace tactus::core {

/// Figures of the whole run that hints need.
struct RunFigures {
  Real steps = 0;        ///< approximate number of steps of the run
  Real step = 0;         ///< s
  Real frame_bytes = 0;  ///< of one frame
  Index free_dofs = 1;   ///< degrees of freedom that no support holds
};

/// One sentence per hint; none for an ordinary configuration.
std::vector<std::string> hints(const Configuration& configuration,
                               const std::vector<BodyFacts>& facts, const RunFigures& run);

/// Those about angles, scales and sizes alone, which may be why bodies are where they are.
std::vector<std::string> hints_at_places(const Configuration& configuration,
                                         const std::vector<BodyFacts>& facts);

}  // namespace tactus::core
