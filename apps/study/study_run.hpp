/// \file study_run.hpp  Runs a study and leaves a folder of cells and results. This is what `tactus
/// study` calls.
///
///     runs/NAME/study.json        the study as it was run: its file, every cell, the machine
///               cells/0007-.../   ordinary run folders, and beside each a record of how it ended
///               results.csv .json .md .tex    without wall times
///               timings.csv       wall times, and memory
#pragma once

#include <atomic>
#include <optional>

#include "apps/study/outcome.hpp"

namespace tactus::core {

struct StudySettings {
  std::filesystem::path out;  ///< empty: runs/NAME
  std::vector<std::filesystem::path> plugin_folders;
  std::size_t workers = 0;  ///< cells at a time; 0: number of cores of the machine
  bool quiet = false;
  bool no_plugins = false;        ///< configurations that name their own plugins are refused
  bool retry = false;             ///< failed cells are run again
  bool collect = false;           ///< runs nothing and evaluates what exists
  bool despite_mistakes = false;  ///< runs the other cells of a study in which some have mistakes
  bool prune = false;             ///< removes cells that no longer belong to the study
  /// Runs this cell only and writes no results: a task of a job array
  std::optional<std::size_t> only;
  /// s, for reading the configurations of all cells; the rest is not read (for estimates)
  Real reading_time = std::numeric_limits<Real>::infinity();
  const std::atomic<bool>* stop = nullptr;
};

/// Everything about a study and its runs.
struct StudyRun {
  Study study;
  std::vector<Cell> cells;
  std::vector<CellCheck> checks;
  StudyResults results;
  std::filesystem::path folder;
  /// Names in cells/ that belong to no cell, as of a study that was edited since
  std::vector<std::string> left_over;
  /// How many cells were ended and run again alone, because all together held too much memory
  std::size_t run_alone = 0;

  /// The label of a cell on one axis.
  const std::string& label_along(const std::string& axis, std::size_t cell) const;
};

/// Reads and checks the study without changing any file. @throws ConfigurationErrors, ConfigError
StudyRun prepare_study(const std::filesystem::path& file, const StudySettings& settings);

/// Refuses a folder that holds another study, whose results would be replaced, or something else.
/// @throws ConfigError
void refuse_others(const StudyRun& run);

/// Runs the cells that are not finished, then the repeats for wall times, and writes the results.
/// @returns false if it was stopped
bool run_study(StudyRun& run, const StudySettings& settings);

}  // namespace tactus::core
