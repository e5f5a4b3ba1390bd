/// \file dry_run.hpp  What a study would be: its cells, what is refused and why, about what it costs.
#pragma once

#include "core/study/study_run.hpp"

namespace tactus::core {

/// In at most about `seconds`: a few steps of some cells are made, the longest first, each in a process of
/// its own; what is left is extrapolated from elements and steps, and marked as such.
std::string dry_run_in_words(const StudyRun& run, const StudySettings& settings, Real seconds = 20);

}  // namespace tactus::core
