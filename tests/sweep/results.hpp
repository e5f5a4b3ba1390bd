/// \file results.hpp  What a run leaves in its folder, less what may differ between two runs.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace tactus::sweep {

/// Bytes by name below the folder of a run.
using Files = std::map<std::string, std::string>;

/// Every file as it is.
Files files_in(const std::filesystem::path& folder);

/// As files_in, without wall times, and of logs and checkpoints, which hold such, only the names. The folder of a run, or
/// one that holds runs.
Files results_in(const std::filesystem::path& folder);

/// As results_in, of a study with its cells. Also what holds times of the clock, memory or the load of the machine:
/// of timings.csv, log.txt and report.html, which shows them, only the names; of the record of a cell its status, its
/// reason, its configuration and the checksum of its history without times.
Files study_results_in(const std::filesystem::path& folder);

/// Says what differs first, or nothing: "".
std::string difference(const Files& expected, const Files& found);

}  // namespace tactus::sweep
