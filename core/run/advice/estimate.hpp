/// \file estimate.hpp  What is reported about a run before its first step: bodies, figures and
/// hints.
#pragma once

#include <string>

#include "core/run/advice/hints.hpp"
#include "core/run/parts.hpp"

namespace tactus::core {

/// @pre the stepper was started
RunFigures figures_of(const Configuration& configuration, const Parts& parts);

/// One line per body, followed by one line per suspicious value, each beginning with "hint: ".
/// @pre the stepper was started
std::string bodies_and_hints(const Configuration& configuration, const Parts& parts);

}  // namespace tactus::core
