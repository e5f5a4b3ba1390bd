/// \file job_array.hpp  Writes the script that runs a study on a cluster, as a job array of the
/// queueing system Slurm. Each task of the array runs one cell by `tactus study ... --only
/// NUMBER`. When all tasks have ended, the same command with --collect evaluates the results.
#pragma once

#include "apps/study/study_run.hpp"

namespace tactus::core {

/// Writes slurm.sh and study.json into the folder of the study, and starts nothing. Cells that the
/// check refused get no task. @returns the two commands that submit the array and collect its
/// results
std::string emit_slurm(const StudyRun& run, const StudySettings& settings);

}  // namespace tactus::core
