/// \file study_run.hpp  From a study file to a folder of cells and results: what `tactus study` calls.
///
///     runs/NAME/study.json        the study as it was run: its file, every cell, the machine
///               cells/0007-.../   ordinary run folders, and beside each a record of how it ended
///               results.csv .json .md .tex    without times by the clock
///               timings.csv       times by the clock, and memory
#pragma once

#include <atomic>
#include <optional>

#include "core/study/outcome.hpp"

namespace tactus::core {

struct StudySettings {
  std::filesystem::path out;  ///< empty: runs/NAME
  std::vector<std::filesystem::path> plugin_folders;
  std::size_t workers = 0;  ///< cells at a time; 0: as many as the machine has cores for
  bool quiet = false;
  bool no_plugins = false;          ///< configurations that name plugins of their own are refused
  bool retry = false;               ///< cells that failed run again
  bool collect = false;             ///< nothing runs: results of what is there
  std::optional<std::size_t> only;  ///< this cell alone, and no results: a task of a job array
  const std::atomic<bool>* stop = nullptr;
};

/// Everything of a study that was run.
struct StudyRun {
  Study study;
  std::vector<Cell> cells;
  std::vector<CellCheck> checks;
  StudyResults results;
  std::filesystem::path folder;
};

/// Reads and checks, and changes nothing. @throws ConfigurationErrors, ConfigError
StudyRun prepare_study(const std::filesystem::path& file, const StudySettings& settings);

/// Runs the cells that are not finished, then the repeats for times, and writes the results.
/// @returns whether it came to its end; false: it was stopped
bool run_study(StudyRun& run, const StudySettings& settings);

}  // namespace tactus::core
