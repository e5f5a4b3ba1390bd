/// \file kept_cells.hpp  Finds the cells that need not be run again because they were completed
/// with the same key.
#pragma once

#include "core/study/study_run.hpp"

namespace tactus::core {

/// The record of each cell; "interrupted" if the cell has to be run. If values were added to an
/// axis, cells have new numbers, and their folders are renamed accordingly.
std::vector<CellRecord> kept_records(const StudyRun& run, const StudySettings& settings);

/// Whether the cell's folder contains a checkpoint of the same run.
bool is_resumable(const std::filesystem::path& folder, const Cell& cell, const CellCheck& check);

/// Records in advance which run is about to use the cell's folder, so that the next start knows to
/// which run a checkpoint there belongs. @param resume  false: the present content belongs to
/// another run
void note_start(const std::filesystem::path& folder, const Cell& cell, const CellCheck& check,
                bool resume);

/// The command line of a cell.
std::vector<std::string> run_arguments(const Study& study, const Cell& cell,
                                       const StudySettings& settings,
                                       const std::filesystem::path& out, const std::string& how);

}  // namespace tactus::core
