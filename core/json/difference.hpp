/// \file difference.hpp  Finds the keys in which two JSON values differ.
#pragma once

#include <string>
#include <vector>

#include "core/json/json.hpp"

namespace tactus::core {

struct Difference {
  std::string pointer;
  std::string before, now;  ///< short texts of the two values; "nothing" where there is none
};

/// All innermost values that differ, in the order of `before`, followed by those that only `now`
/// has. Numbers are compared as numbers. Lists of different lengths differ as a whole.
std::vector<Difference> differences(const Json& before, const Json& now);

/// One line per difference, "  /time/end: 1 in the folder, 2 now", at most `most` lines.
std::string in_words(const std::vector<Difference>& differences, std::size_t most = 20);

}  // namespace tactus::core
