/// \file report_cell.hpp  What a page says of one run: a run by itself, or a cell of a study.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/config/json/json.hpp"
#include "core/report/history_pack.hpp"

namespace tactus::core {

struct ReportCell {
  Json json;      ///< as web/src/data.ts declares a Cell, but for what is below
  Json resolved;  ///< the configuration; null where there is none
  Curves curves;
  std::vector<std::filesystem::path> frames;
  std::vector<std::string> problems;  ///< what could not be read, in sentences
};

struct ReportStudy {
  Json json;  ///< as web/src/data.ts declares a Study
  std::vector<ReportCell> cells;
};

/// The folder of a run. At most `points` per curve.
ReportCell read_report_run(const std::filesystem::path& folder, std::size_t points);

/// The folder of a study: its results.json, and of each cell what is there. `study`: its position in the
/// page. @throws ConfigError where results.json is none of a study; FileError where it cannot be read.
ReportStudy read_report_study(const std::filesystem::path& folder, std::size_t study);

/// How many points a curve starts with where a page has that many cells.
std::size_t points_per_curve(std::size_t cells);

}  // namespace tactus::core
