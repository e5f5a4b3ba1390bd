/// \file report.hpp  Reports about runs and studies: one HTML file that needs no network, no server
/// and no other file.
///
/// The page itself is built from web/ into template.html and contains its program. The code here
/// reads folders and inserts their data, reduced and quantised to a few megabytes.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/results/channel_filter.hpp"

namespace tactus {

struct ReportOutcome {
  std::size_t bytes = 0;              ///< size of the page
  std::size_t cells = 0;              ///< number of runs and of cells of studies
  std::vector<std::string> problems;  ///< what could not be read; the page contains this, too
};

/// Writes the page about any mixture of run folders and study folders. If a file of a run is
/// damaged, its part of the page is missing, and `problems` names it. Contact forces pass the `filter`.
/// @throws ConfigError if an input is neither the folder of a run nor of a study, or the results of
/// a study are
///         damaged; FileError if the page cannot be written.
ReportOutcome write_report(std::span<const std::filesystem::path> inputs,
                           const std::filesystem::path& output,
                           const std::optional<core::ChannelFilter>& filter = {});

}  // namespace tactus
