/// \file job_array.hpp  Runs a study as a job array of Slurm: each task runs one cell, and the same
/// command collects the results.
#pragma once

#include "core/study/study_run.hpp"

namespace tactus::core {

/// Writes FOLDER/slurm.sh. @returns instructions for its use.
std::string emit_slurm(const StudyRun& run, const StudySettings& settings);

}  // namespace tactus::core
