// After how many calls wrong plugins change their answers.
#pragma once

#include <tactus/types.hpp>

#include "tests/support/sanitized.hpp"

namespace tactus::conformance {

/// The kit makes 250,000 calls, or as many as fit into a second. Under sanitizers fewer fit.
inline constexpr Index kManyCalls = kSanitized ? 20000 : 200000;

}  // namespace tactus::conformance
