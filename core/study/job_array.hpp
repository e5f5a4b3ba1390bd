/// \file job_array.hpp  A study as a job array of Slurm: each task runs one cell, the same command
/// collects them.
#pragma once

#include "core/study/study_run.hpp"

namespace tactus::core {

/// Writes FOLDER/slurm.sh. @returns what to do with it, in words.
std::string emit_slurm(const StudyRun& run, const StudySettings& settings);

}  // namespace tactus::core
