// The command `study`: it runs all cells of a parameter study and prints a table of the results.
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "core/cli/commands.hpp"
#include "core/cli/signals.hpp"
#include "core/report/report.hpp"
#include "core/study/dry_run.hpp"
#include "core/study/job_array.hpp"
#include "core/study/results_tables.hpp"
#include "core/study/study_run.hpp"

namespace tactus::cli {
namespace {

using core::CellStatus;

/// A failed cell takes precedence over one that is not accepted. A refused cell is a valid result
/// and no failure.
int exit_code(const core::StudyRun& run) {
  bool failed = false, not_accepted = false;
  for (const core::CellOutcome& outcome : run.results.outcomes) {
    const CellStatus s = outcome.status;
    not_accepted = not_accepted || s == CellStatus::unsound || s == CellStatus::not_accepted;
    failed = failed || (!core::has_results(s) && s != CellStatus::refused);
  }
  for (const core::OrderResult& order : run.results.orders)
    for (const core::OrderRow& row : order.rows)
      not_accepted = not_accepted || row.accepted == false;
  for (const core::MeanResult& mean : run.results.means)
    for (const core::MeanRow& row : mean.rows) not_accepted = not_accepted || row.accepted == false;
  if (failed) return kNotConverged;
  return not_accepted ? kAcceptance : kOk;
}

}  // namespace

int study_command(const StudyArguments& arguments) {
  core::StudySettings settings;
  settings.out = arguments.out;
  settings.plugin_folders = arguments.plugin_folders;
  settings.workers = static_cast<std::size_t>(arguments.jobs);
  settings.quiet = arguments.quiet;
  settings.no_plugins = arguments.no_plugins;
  settings.retry = arguments.retry;
  settings.collect = arguments.collect;
  if (arguments.only >= 0) settings.only = static_cast<std::size_t>(arguments.only);
  if (arguments.dry_run) settings.reading_time = core::kReadingForEstimate;
  core::StudyRun run = core::prepare_study(arguments.study, settings);
  if (arguments.dry_run) {
    fmt::print("{}", core::dry_run_in_words(run, settings));
    return kOk;
  }
  if (!arguments.emit.empty()) {
    fmt::print("{}", core::emit_slurm(run, settings));
    return kOk;
  }
  settings.stop = &stop_on_signals();
  const bool whole = core::run_study(run, settings);
  if (settings.only) return whole ? exit_code(run) : static_cast<int>(kInterrupted);
  const bool colour = isatty(1) == 1 && !std::getenv("NO_COLOR");
  fmt::print("{}\n", core::terminal_table(run, colour));
  const std::filesystem::path page = run.folder / "report.html";
  for (const std::string& problem : write_report(std::span(&run.folder, 1), page).problems)
    fmt::print(stderr, "note: {}\n", problem);
  fmt::print("{}: results.csv, .json, .md, .tex, timings.csv; open report.html in a browser\n",
             run.folder.string());
  if (!whole) fmt::print("interrupted; the same command goes on from here\n");
  return whole ? exit_code(run) : static_cast<int>(kInterrupted);
}

}  // namespace tactus::cli
