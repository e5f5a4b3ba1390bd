/// \file timing_repeats.hpp  Times by the clock, taken when nothing else runs.
#pragma once

#include "core/study/study_run.hpp"

namespace tactus::core {

/// Runs each cell that has results `repeat` + 1 times, one at a time: in each round every cell once, each
/// round beginning with another one. The first round is dropped by whoever reads the records. A cell whose
/// history differs from that of its own run in a single bit is unsound.
/// @returns false if it was stopped
bool repeat_for_times(const StudyRun& run, std::vector<CellRecord>& records,
                      const StudySettings& settings);

}  // namespace tactus::core
