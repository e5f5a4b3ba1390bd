/// \file dry_run.hpp  Describes a study without running it: its cells, which are refused and why,
/// and its approximate cost.
#pragma once

#include "apps/study/study_run.hpp"

namespace tactus::core {

/// s, for reading the configurations of cells before a dry run. Together with the measurements and
/// the last cell measured, which may take longer, it stays below 30 s.
inline constexpr Real kReadingForEstimate = 8;

/// Takes about `seconds`. A few steps of some cells are made, the most expensive cells first, each
/// in a child process. The cost of the others is extrapolated from elements and steps; cells that
/// were not read are taken to cost as much as the average of those that were. Both are marked.
std::string dry_run_in_words(const StudyRun& run, const StudySettings& settings, Real seconds = 12);

}  // namespace tactus::core
