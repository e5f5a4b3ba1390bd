/// \file kept_cells.hpp  Reuses what earlier starts of a study have left in its folder. A cell is
/// one run of a study. Its key is the SHA-256 of everything that determines its result; a cell
/// whose folder holds a result with the same key does not have to be run again.
#pragma once

#include "apps/study/study_run.hpp"

namespace tactus::core {

/// Returns the record of each cell, in the order of cells. The record of a cell that has to be run
/// has the status "interrupted". If values were added to an axis since, cells have other numbers
/// than before, and the folders of those that are reused are renamed to the new numbers.
std::vector<CellRecord> kept_records(const StudyRun& run, const StudySettings& settings);

/// Names in the folder cells/, in alphabetical order, that belong to no cell of the present study.
/// They are cells of an earlier version of it, or files of other origin. No result is read from
/// them.
/// @param remove  whether former cells are removed and left out of the names; those that another
/// run is writing, and files of other origin, are never removed
std::vector<std::string> left_over_cells(const StudyRun& run, bool remove);

/// Whether the cell's folder contains a checkpoint, and its record says that the checkpoint
/// belongs to a run with the same key.
bool is_resumable(const std::filesystem::path& folder, const Cell& cell, const CellCheck& check);

/// Writes the record of a cell before its run starts. If the study is killed, the next start can
/// tell from it to which run a checkpoint belongs. Does nothing if another process is writing the
/// folder.
/// @param resume  whether the run continues from the checkpoint; otherwise the checkpoint is
/// removed
void note_start(const std::filesystem::path& folder, const Cell& cell, const CellCheck& check,
                bool resume);

/// The arguments with which the program runs a cell.
/// @param how  the option that says what happens with an existing folder
std::vector<std::string> run_arguments(const Study& study, const Cell& cell,
                                       const StudySettings& settings,
                                       const std::filesystem::path& out, const std::string& how);

}  // namespace tactus::core
