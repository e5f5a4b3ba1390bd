/// \file difference.hpp  In which keys two JSON values differ.
#pragma once

#include <string>
#include <vector>

#include "core/config/json/json.hpp"

namespace tactus::core {

struct Difference {
  std::string pointer;
  std::string before, now;  ///< short texts of the two values; "nothing" where there is none
};

/// Every innermost value that is not the same in both, in the order of `before`, then those that only
/// `now` has. Numbers are compared as numbers. Lists of different lengths differ as a whole.
std::vector<Difference> differences(const Json& before, const Json& now);

/// A line each, "  /time/end: 1 in the folder, 2 now", at most `most` of them.
std::string in_words(const std::vector<Difference>& differences, std::size_t most = 20);

}  // namespace tactus::core
