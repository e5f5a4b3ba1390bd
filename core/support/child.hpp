/// \file child.hpp  Runs work that may crash or hang in a copy of this process.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace tactus::core {

/// How the child ended.
struct ChildReport {
  bool finished = false;   ///< the work returned; otherwise `end` says what happened
  bool timed_out = false;  ///< it took too long
  std::string said;        ///< everything the work reported until it ended
  std::string end;         ///< "ended with signal 11 (Segmentation fault)", "took longer than 10 s"
  std::string printed;     ///< output to standard output and standard error meanwhile

  /// `end`, followed on the same line by the end of what was printed.
  std::string end_and_last_words() const;
};

/// Passes text on to the parent process; the text survives even if the child crashes afterwards.
using Say = std::function<void(std::string_view)>;

/// Forks, runs `work` in the child and waits for it. Except for what it reports, `work` has no
/// effect on this process. The child has no other threads, leaves no core file, and ends with this
/// process.
/// @param time_limit_s  processor time; on the clock it may take four times as long, because others
///                      may use the machine as well
/// @throws Error if no process can be started.
ChildReport run_in_child(const std::function<void(const Say&)>& work, double time_limit_s);

}  // namespace tactus::core
