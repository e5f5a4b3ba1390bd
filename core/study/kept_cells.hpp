/// \file kept_cells.hpp  Cells that need not be run again: those that came to an end with the same key.
#pragma once

#include "core/study/study_run.hpp"

namespace tactus::core {

/// For each cell its record, "interrupted" where it has to be run. Where values were added to an axis,
/// cells have other numbers than before: folders are renamed to follow their cells.
std::vector<CellRecord> kept_records(const StudyRun& run, const StudySettings& settings);

/// Whether the cell's folder holds a checkpoint of this very run.
bool is_resumable(const std::filesystem::path& folder, const Cell& cell, const CellCheck& check);

/// Says in the cell's record what is about to be run in its folder, so that the next start knows whose
/// checkpoint is there. @param resume  false: what is there now is of another run
void note_start(const std::filesystem::path& folder, const Cell& cell, const CellCheck& check,
                bool resume);

/// The command line of a cell.
std::vector<std::string> run_arguments(const Study& study, const Cell& cell,
                                       const StudySettings& settings,
                                       const std::filesystem::path& out, const std::string& how);

}  // namespace tactus::core
