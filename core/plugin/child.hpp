/// \file child.hpp  Work that may crash or hang, done in a copy of this process.
#pragma once

#include <functional>
#include <string>

namespace tactus::core {

/// How the copy ended.
struct ChildReport {
  bool finished = false;  ///< the work returned; otherwise `end` says what happened
  std::string reply;      ///< what the work returned
  std::string end;        ///< "ended with signal 11 (Segmentation fault)", "took longer than 10 s"
  std::string printed;    ///< what was written to standard output and standard error meanwhile
};

/// Forks, runs `work` there and waits for it. Nothing that `work` does is seen here but its reply.
/// The copy has no other threads, leaves no core file, and dies with this process.
/// @throws Error if no process can be started.
ChildReport run_in_child(const std::function<std::string()>& work, double time_limit_s);

}  // namespace tactus::core
