/// \file dry_run.hpp  Describes a study without running it: its cells, which are refused and why,
/// and its approximate cost.
#pragma once

#include "core/study/study_run.hpp"

namespace tactus::core {

/// Takes about `seconds`. A few steps of some cells are made, the most expensive cells first, each
/// in a child process. The cost of the others is extrapolated from elements and steps and marked as
/// such.
std::string dry_run_in_words(const StudyRun& run, const StudySettings& settings, Real seconds = 20);

}  // namespace tactus::core
