/// \file timing_repeats.hpp  Repeats runs to measure wall times while nothing else runs.
#pragma once

#include "apps/study/study_run.hpp"

namespace tactus::core {

/// Runs each cell that has results `repeat` + 1 times, one run at a time. Each round contains every
/// cell once and begins with a different one. The first round is not used in the evaluation. A cell
/// whose history differs in a single bit from that of its own run becomes unsound.
/// @returns false if it was stopped
bool repeat_for_times(const StudyRun& run, std::vector<CellRecord>& records,
                      const StudySettings& settings);

}  // namespace tactus::core
