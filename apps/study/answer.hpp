/// \file answer.hpp  The answer of a study in words, in the words of its file: what each metric comes
/// to, which cells agree, how far from the exact value, which axes change it and by how much.
#pragma once

#include <string>
#include <vector>

#include "apps/study/study_run.hpp"

namespace tactus::core {

struct AnswerLine {
  std::string metric;  ///< name of the metric that it is about; empty: of cells
  std::string says;    ///< one or more sentences
};

/// A line for each metric that is not made of times by the clock; before them one on cells with mistakes.
std::vector<AnswerLine> answer_of(const StudyRun& run);

}  // namespace tactus::core
