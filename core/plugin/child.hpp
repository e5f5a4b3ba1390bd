/// \file child.hpp  Work that may crash or hang, done in a copy of this process.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace tactus::core {

/// How the copy ended.
struct ChildReport {
  bool finished = false;   ///< the work returned; otherwise `end` says what happened
  bool timed_out = false;  ///< it took too long
  std::string said;        ///< what the work said, all of it or until it ended
  std::string end;         ///< "ended with signal 11 (Segmentation fault)", "took longer than 10 s"
  std::string printed;     ///< what was written to standard output and standard error meanwhile

  /// `end`, and on the same line the end of what was printed.
  std::string end_and_last_words() const;
};

/// Passes text on to the original process; kept even if the copy crashes afterwards.
using Say = std::function<void(std::string_view)>;

/// Forks, runs `work` there and waits for it. Nothing that `work` does is seen here but what it
/// says. The copy has no other threads, leaves no core file, and dies with this process.
/// @param time_limit_s  on a processor; where others use the machine as well, four times as long
/// @throws Error if no process can be started.
ChildReport run_in_child(const std::function<void(const Say&)>& work, double time_limit_s);

}  // namespace tactus::core
