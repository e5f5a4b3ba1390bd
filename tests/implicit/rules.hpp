// The implicit rules as a scene names them, for tests that compare what they do with contact.
#pragma once

#include <string>

namespace tactus::testing {

/// Newmark's trapezoidal rule, the midpoint rule and its modification.
inline const std::string kNewmark = R"({"type": "newmark", "beta": 0.25})",
                         kMidpoint = R"({"type": "midpoint"})",
                         kModified = R"({"type": "modified_midpoint"})";

}  // namespace tactus::testing
