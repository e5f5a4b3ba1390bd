/// \file report_cell.hpp  The part of a page about one run, which may be a cell of a study.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "apps/report/history_pack.hpp"
#include "apps/results/channel_filter.hpp"
#include "core/json/json.hpp"

namespace tactus::core {

struct ReportCell {
  Json json;      ///< as web/src/data.ts declares a Cell, without the members below
  Json resolved;  ///< the configuration; null if there is none
  Curves curves;
  std::vector<std::filesystem::path> frames;
  std::vector<std::string> problems;  ///< sentences about what could not be read
};

struct ReportStudy {
  Json json;  ///< as web/src/data.ts declares a Study
  std::vector<ReportCell> cells;
};

/// Reads the folder of a run, with at most `points` per curve. Contact forces are filtered if there is a `filter`.
ReportCell read_report_run(const std::filesystem::path& folder, std::size_t points,
                           const std::optional<ChannelFilter>& filter);

/// Reads the folder of a study: its results.json, and whatever exists of each cell. `study` is its
/// position on the page. @throws ConfigError if results.json does not belong to a study; FileError
/// if it cannot be read.
ReportStudy read_report_study(const std::filesystem::path& folder, std::size_t study,
                              const std::optional<ChannelFilter>& filter);

/// Initial number of points per curve for a page with this many cells.
std::size_t points_per_curve(std::size_t cells);

}  // namespace tactus::core
