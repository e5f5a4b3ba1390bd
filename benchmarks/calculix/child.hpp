// Programs that a benchmark starts: their processor time, with a limit.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tactus/types.hpp"

namespace tactus::bench {

struct Ended {
  int code = -1;         ///< -1: by a signal, such as at the limit
  Real seconds = 0;      ///< of processor time
  bool stopped = false;  ///< at the limit
};

/// Runs a program in a folder with one thread; what it prints goes to `log` there.
/// @param limit  seconds of processor time after which it is stopped
Ended run_child(const std::vector<std::string>& command, const std::filesystem::path& folder,
                const std::string& log, int limit);

/// Where a program is, among the folders of PATH; empty: nowhere.
std::filesystem::path find_program(const std::string& name);

}  // namespace tactus::bench
