/// \file limits.hpp  The largest number of elements of a generated mesh. A larger number is most
/// likely a mistake in the configuration.
#pragma once

#include "tactus/types.hpp"

namespace tactus::core {

/// Elements. Ten times what explicit runs on one machine get through; memory stays below 2 GB.
inline constexpr Real kMostElements = 2e7;

}  // namespace tactus::core
