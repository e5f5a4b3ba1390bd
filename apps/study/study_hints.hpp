/// \file study_hints.hpp  What a study says that can hardly be meant, though all of its cells run:
/// values of an axis that give the same cell, times that nothing measures, and what `tactus check`
/// remarks on the configurations of cells.
#pragma once

#include <string>
#include <vector>

#include "apps/study/study_run.hpp"

namespace tactus::core {

/// One sentence each; empty if there is nothing to say.
std::vector<std::string> hints_of(const StudyRun& run);

}  // namespace tactus::core
