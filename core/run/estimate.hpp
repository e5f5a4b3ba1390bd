/// \file estimate.hpp  What is said of a run before its first step.
#pragma once

#include <string>

#include "core/run/hints.hpp"
#include "core/run/parts.hpp"

namespace tactus::core {

/// @pre the stepper was started
RunFigures figures_of(const Configuration& configuration, const Parts& parts);

/// A line for each body, then what looks like a slip, a line each that begins with "hint: ".
/// @pre the stepper was started
std::string bodies_and_hints(const Configuration& configuration, const Parts& parts);

}  // namespace tactus::core
