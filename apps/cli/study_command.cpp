// The command `study`: it runs all cells of a parameter study and prints a table of the results.
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "apps/cli/commands.hpp"
#include "apps/cli/signals.hpp"
#include "apps/report/report.hpp"
#include "apps/study/dry_run.hpp"
#include "apps/study/job_array.hpp"
#include "apps/study/mistakes.hpp"
#include "apps/study/results_tables.hpp"
#include "apps/study/study_hints.hpp"
#include "apps/study/study_run.hpp"
#include "core/run/setup_watch.hpp"

namespace tactus::cli {
namespace {

using core::CellStatus;

/// A mistake takes precedence over a failed cell, and this over one that is not accepted. A refused
/// cell is a valid result and no failure.
int exit_code(const core::StudyRun& run) {
  bool failed = false, not_accepted = false;
  const auto is_invalid = [](auto& outcome) { return outcome.status == CellStatus::invalid; };
  if (std::ranges::any_of(run.results.outcomes, is_invalid)) return kConfiguration;
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

void note_run_alone(const core::StudyRun& run) {
  if (run.run_alone == 0) return;
  fmt::print(stderr,
             "note: {} {} ended and run again alone, because all cells at a time held more than "
             "{:.6g} MiB (/limits/memory_in_all_MiB); fewer --jobs avoid that\n",
             run.run_alone, run.run_alone == 1 ? "cell was" : "cells were",
             run.study.limits.all_memory());
}

/// Names what is in cells/ and belongs to no cell, so that nobody takes it for a result.
void note_left_over(const core::StudyRun& run) {
  if (run.left_over.empty()) return;
  constexpr std::size_t kMost = 5;
  std::string names;
  for (std::size_t i = 0; i < std::min(run.left_over.size(), kMost); ++i)
    names += (i == 0 ? "" : ", ") + run.left_over[i];
  if (run.left_over.size() > kMost)
    names += fmt::format(" and {} more", run.left_over.size() - kMost);
  fmt::print(stderr,
             "note: {} holds what belongs to no cell of this study: {}. It is in no result; "
             "--prune removes those that were cells\n",
             (run.folder / "cells").string(), names);
}

core::StudyRun prepare(const StudyArguments& arguments, const core::StudySettings& settings) {
  const core::SetupWatch watch(
      {.stop = settings.stop,
       .quiet = true,
       .before_exit = {},
       .farewell = "interrupted before its first cell; nothing was written"});
  return core::prepare_study(arguments.study, settings);
}

}  // namespace

int study_command(const StudyArguments& arguments) {
  core::StudySettings settings;
  settings.stop = &stop_on_signals();  // before anything slow
  settings.out = arguments.out;
  settings.plugin_folders = arguments.plugin_folders;
  settings.workers = static_cast<std::size_t>(arguments.jobs);
  settings.quiet = arguments.quiet;
  settings.no_plugins = arguments.no_plugins;
  settings.retry = arguments.retry;
  settings.collect = arguments.collect;
  settings.prune = arguments.prune;
  if (arguments.only >= 0) settings.only = static_cast<std::size_t>(arguments.only);
  settings.despite_mistakes = arguments.despite_mistakes || arguments.dry_run;
  if (arguments.dry_run) settings.reading_time = core::kReadingForEstimate;
  core::StudyRun run = prepare(arguments, settings);
  if (arguments.dry_run) {
    fmt::print("{}", core::dry_run_in_words(run, settings));
    return core::mistakes_of(run).empty() ? kOk : kConfiguration;
  }
  if (!arguments.emit.empty()) {
    fmt::print("{}", core::emit_slurm(run, settings));
    return kOk;
  }
  fmt::print(stderr, "{}", core::mistakes_in_words(run));
  if (!settings.only)
    for (const std::string& hint : core::hints_of(run)) fmt::print(stderr, "note: {}\n", hint);
  const bool whole = core::run_study(run, settings);
  if (settings.only) return whole ? exit_code(run) : static_cast<int>(kInterrupted);
  const bool colour = isatty(1) == 1 && !std::getenv("NO_COLOR");
  fmt::print("{}\n", core::terminal_table(run, colour));
  const std::filesystem::path page = run.folder / "report.html";
  if (std::filesystem::is_symlink(std::filesystem::symlink_status(page)))
    fmt::print(stderr, "note: {} is a link, which is not followed; the page was not written\n",
               page.string());
  else
    for (const std::string& problem : write_report(std::span(&run.folder, 1), page).problems)
      fmt::print(stderr, "note: {}\n", problem);
  note_run_alone(run);
  note_left_over(run);
  fmt::print("{}: results.csv, .json, .md, .tex, timings.csv; open report.html in a browser\n",
             run.folder.string());
  if (!whole) fmt::print("interrupted; the same command goes on from here\n");
  return whole ? exit_code(run) : static_cast<int>(kInterrupted);
}

}  // namespace tactus::cli
