// Whether the tests of implicit steps run as the long series of `./dev check implicit`: all phases of an impact
// in a step, all steps of a table, as many steps as the sources ask for. TACTUS_PHASES says so.
#pragma once

#include <algorithm>
#include <cstdlib>

namespace tactus::testing {

/// Phases of the impact in a step that a series asks for; 0: the ordinary tests.
inline int wanted_phases() {
  const char* wanted = std::getenv("TACTUS_PHASES");
  return wanted ? std::max(1, std::atoi(wanted)) : 0;
}

inline bool is_series() { return wanted_phases() > 0; }

}  // namespace tactus::testing
