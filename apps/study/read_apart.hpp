/// \file read_apart.hpp  Configurations read in a copy of this process: plugins run when one is read, and
/// a plugin may end the process, crash it or never return.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "tactus/types.hpp"

namespace tactus::core {

/// What came of reading one configuration.
struct ReadApart {
  enum class End : char {
    answered,
    crashed,  ///< a plugin ended the process
    timeout,  ///< it was not read in time
    unread,   ///< there was no time left for it
  };
  End end = End::answered;
  std::string text;  ///< the answer; otherwise the sentence that says what happened
};

/// Calls `answer` for 0, 1, ... count - 1 in a copy of this process. Where a plugin ends the copy, the
/// others are read in another one, so it costs its own configuration only. Answers are text without
/// control characters.
/// @param patience  s, for one configuration
/// @param time  s, for all of them
std::vector<ReadApart> read_apart(std::size_t count,
                                  const std::function<std::string(std::size_t)>& answer,
                                  Real patience, Real time = std::numeric_limits<Real>::infinity());

}  // namespace tactus::core
