/// \file results_files.hpp  Writes the results of a study: results.csv, .json, .md and .tex, which
/// have the same bytes on any machine, with any interruption and any number of workers, and
/// timings.csv.
#pragma once

#include "apps/study/study_run.hpp"

namespace tactus::core {

void write_results(const StudyRun& run);

/// The columns of results.csv and timings.csv, in their order.
std::vector<std::string> results_columns(const Study& study);
std::vector<std::string> timings_columns(const Study& study);

/// The study as it is run: its file, the origin of all inputs, the cells, the machine.
std::string study_json(const StudyRun& run);

std::string results_json(const StudyRun& run);
std::string results_csv(const StudyRun& run);
std::string timings_csv(const StudyRun& run);
std::string results_markdown(const StudyRun& run);
std::string results_latex(const StudyRun& run);

}  // namespace tactus::core
