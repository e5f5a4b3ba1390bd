/// \file results_files.hpp  What a study leaves behind beside its cells: results.csv, .json, .md and .tex,
/// which are the same bytes whatever machine, interruption or number of workers, and timings.csv.
#pragma once

#include "core/study/study_run.hpp"

namespace tactus::core {

void write_results(const StudyRun& run);

/// The study as it is run: its file, where everything was found, the cells, the machine.
std::string study_json(const StudyRun& run);

std::string results_json(const StudyRun& run);
std::string results_csv(const StudyRun& run);
std::string timings_csv(const StudyRun& run);
std::string results_markdown(const StudyRun& run);
std::string results_latex(const StudyRun& run);

}  // namespace tactus::core
