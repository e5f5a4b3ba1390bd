/// \file limits.hpp  How large a generated mesh may be: beyond it a number is a slip of the pen.
#pragma once

#include "tactus/types.hpp"

namespace tactus::core {

/// Elements. Ten times what explicit runs on one machine get through; memory stays below 2 GB.
inline constexpr Real kMostElements = 2e7;

}  // namespace tactus::core
