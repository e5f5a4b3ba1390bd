/// \file report.hpp  Runs and studies as one page: an HTML file that needs no network, no server and no
/// other file.
///
/// The page is built from web/ into template.html, and has its program in it; what is done here is to
/// read folders and to put their data, thinned and quantised to a few megabytes, into its place.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace tactus {

struct ReportOutcome {
  std::size_t bytes = 0;              ///< size of the page
  std::size_t cells = 0;              ///< runs, and cells of studies
  std::vector<std::string> problems;  ///< what could not be read; the page says so too
};

/// Writes the page about folders of runs and of studies, in any mixture.
/// A damaged file of a run takes its part of the page away and is named in `problems`.
/// @throws ConfigError where an input is the folder of neither a run nor a study, or the results of a
/// study are damaged; FileError where the page cannot be written.
ReportOutcome write_report(std::span<const std::filesystem::path> inputs,
                           const std::filesystem::path& output);

}  // namespace tactus
