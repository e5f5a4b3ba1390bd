/// \file estimate.hpp  What is reported about a run before its first step: bodies, figures and
/// hints.
#pragma once

#include <string>

#include "core/run/advice/hints.hpp"
#include "core/run/parts.hpp"

namespace tactus::core {

/// @pre the stepper was started
RunFigures figures_of(const Configuration& configuration, const Parts& parts);

/// A line about a run before its first step. A warning is a hint at a suspicious value.
struct Remark {
  Level level = Level::info;
  std::string text;  ///< of a warning it begins with "hint: "
};

/// One line per body, followed by one per suspicious value. @pre the stepper was started
std::vector<Remark> bodies_and_hints(const Configuration& configuration, const Parts& parts);

}  // namespace tactus::core
