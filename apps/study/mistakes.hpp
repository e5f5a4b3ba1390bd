/// \file mistakes.hpp  What is wrong in a study file and in the configurations of its cells, each once
/// and at its place, before the first cell runs.
#pragma once

#include <string>
#include <vector>

#include "apps/study/answer.hpp"
#include "apps/study/study_run.hpp"
#include "core/support/configuration_errors.hpp"

namespace tactus::core {

/// The mistakes of invalid cells, a line each: the place in the configuration or the axis, what is
/// wrong, and which cells have it.
std::vector<std::string> mistakes_of(const StudyRun& run);

/// The same as lines to show, each marked as "invalid".
std::string mistakes_in_words(const StudyRun& run);

/// How many cells have no result because of mistakes, as a line of the answer; nothing if there is none.
std::vector<AnswerLine> answer_of_invalid(const StudyRun& run);

/// An error with these lines. @param hint  a last line that is none of them
ConfigurationErrors errors_of(const std::vector<std::string>& lines, const std::string& hint = {});

}  // namespace tactus::core
