#include "apps/study/study_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <thread>

#include "apps/study/kept_cells.hpp"
#include "apps/study/mistakes.hpp"
#include "apps/study/pool.hpp"
#include "apps/study/results_files.hpp"
#include "apps/study/timing_repeats.hpp"
#include "core/run/run_folder.hpp"
#include "core/support/atomic_file.hpp"
#include "core/support/folders.hpp"

namespace tactus::core {
namespace fs = std::filesystem;
namespace {

constexpr Real kReadingPatience = 60;  // s, for reading the configuration of a cell

std::size_t workers_of(const Study& study, const StudySettings& settings) {
  if (settings.workers > 0) return settings.workers;
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  return std::max<std::size_t>(1, cores / static_cast<std::size_t>(study.threads));
}

/// Finishes cells one after the other and writes their records.
class CellRunner {
 public:
  CellRunner(StudyRun& run, const StudySettings& settings) : run_(run), settings_(settings) {}

  bool run_all(std::vector<CellRecord>& records) {
    std::vector<Job> jobs;
    std::size_t before = 0;
    for (std::size_t i = 0; i < run_.cells.size(); ++i) {
      if (!run_.checks[i].refusal.empty())
        records[i] = {run_.checks[i].key, run_.checks[i].status, run_.checks[i].refusal};
      else if (records[i].status == CellStatus::interrupted && !settings_.collect &&
               (!settings_.only || *settings_.only == i))
        jobs.push_back(
            job(i, records[i], is_resumable(run_.folder, run_.cells[i], run_.checks[i])));
      else if (records[i].status != CellStatus::interrupted)
        ++before;
    }
    return run_jobs(std::move(jobs), pool(before));
  }

 private:
  PoolSettings pool(std::size_t before) const {
    const Study& study = run_.study;
    return {.workers = workers_of(study, settings_),
            .wall_limit = study.limits.wall,
            .memory_limit = study.limits.memory,
            .memory_in_all = study.limits.all_memory(),
            .stop = settings_.stop,
            .what = study.name,
            .quiet = settings_.quiet,
            .before = before};
  }

  Job job(std::size_t i, CellRecord& record, bool resume) {
    const Cell& cell = run_.cells[i];
    Job job;
    job.begin = [this, i, resume, times = 0]() mutable {
      if (++times == 2) ++run_.run_alone;
      note_start(run_.folder, run_.cells[i], run_.checks[i], resume);
    };
    job.arguments = run_arguments(run_.study, cell, settings_, run_.folder / cell.folder,
                                  resume ? "--resume" : "--force");
    job.log = run_.folder / (cell.folder + ".log");
    job.cost = run_.checks[i].cost;
    job.done = [this, i, &record, resume](const ChildEnd& end) { finish(i, record, end, resume); };
    return job;
  }

  void finish(std::size_t i, CellRecord& record, const ChildEnd& end, bool resumed) {
    const Cell& cell = run_.cells[i];
    refuse_full_disk(end);
    record = record_of(end, run_.study, run_.folder / cell.folder);
    record.key = run_.checks[i].key;
    const bool files_failed = end.cause == ChildEnd::Cause::exited && end.code == kFilesFailed;
    if (resumed && (files_failed || record.status == CellStatus::refused ||
                    record.status == CellStatus::invalid)) {  // a damaged checkpoint
      record = {};
      run_jobs({job(i, record, false)}, pool(0));
      return;
    }
    if (has_results(record.status)) {
      const fs::path folder = run_.folder / cell.folder;
      record.tables = checksum_of_tables(folder);
      record.history = checksum_without_times(folder / "history.csv");
    }
    if (record.status != CellStatus::interrupted)
      write_record(record_file(run_.folder, cell), record);
  }

  /// Ends the study, since every other cell would need room on the same disk. This cell counts as
  /// interrupted.
  void refuse_full_disk(const ChildEnd& end) const {
    if (!is_disk_full(end)) return;
    throw FileError(fmt::format("{}; the study stops here: make room, and the same command goes on",
                                first_line(end.said)));
  }

  StudyRun& run_;
  const StudySettings& settings_;
};

CellOutcome outcome_in(const StudyRun& run, std::size_t i, const CellRecord& record,
                       const std::vector<CellRecord>& records) {
  const Cell* baseline = baseline_of(run.study, run.cells, run.cells[i]);
  if (baseline && !has_results(records[baseline->index].status)) baseline = nullptr;
  return outcome_of(run.study, run.cells[i], record, run.folder / run.cells[i].folder, baseline,
                    baseline ? run.folder / baseline->folder : fs::path());
}

void collect_results(StudyRun& run, const std::vector<CellRecord>& records) {
  StudyResults& results = run.results;
  for (std::size_t i = 0; i < run.cells.size(); ++i)
    results.outcomes.push_back(outcome_in(run, i, records[i], records));
  for (const Order& order : run.study.orders)
    results.orders.push_back(order_of(run.study, order, run.cells, run.checks, results.outcomes));
  for (const Mean& mean : run.study.means)
    results.means.push_back(mean_of(run.study, mean, run.cells, results.outcomes));
}

}  // namespace

const std::string& StudyRun::label_along(const std::string& axis, std::size_t cell) const {
  return cells[cell].value(study, study.axis_named(axis).value()).label;
}

namespace {

/// Reads all cells or, for a task of a job array, its own one: other tasks read theirs.
std::vector<CellCheck> checks_of(const StudyRun& run, const StudySettings& settings) {
  const Real patience = std::min(kReadingPatience, run.study.limits.wall);
  const auto check = [&](const std::vector<Cell>& cells) {
    return check_cells(cells, settings.plugin_folders, !settings.no_plugins, patience,
                       settings.reading_time);
  };
  if (!settings.only) return check(run.cells);
  std::vector<CellCheck> checks(run.cells.size());
  for (CellCheck& of_another_task : checks) of_another_task.is_read = false;
  checks[*settings.only] = check({run.cells[*settings.only]}).front();
  return checks;
}

/// Cells in which each value of each axis is there, with the first values of the others. The models of
/// large ones would take too long, and have most likely the same groups.
std::vector<std::size_t> cells_for_each_value(const StudyRun& run) {
  constexpr Real kMostElements = 1e5;
  std::vector<std::set<std::size_t>> seen(run.study.axes.size());
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < run.cells.size(); ++i) {
    const CellCheck& check = run.checks[i];
    if (!check.is_read || !check.refusal.empty() || check.elements > kMostElements) continue;
    bool is_new = false;
    for (std::size_t axis = 0; axis < seen.size(); ++axis)
      is_new = seen[axis].insert(run.cells[i].values[axis]).second || is_new;
    if (is_new) chosen.push_back(i);
  }
  return chosen;
}

/// Builds models, of all cells where those of some have mistakes.
void check_models(StudyRun& run, const StudySettings& settings) {
  constexpr Real kTime = 5;  // s
  const auto look = [&](const std::vector<std::size_t>& which) {
    std::vector<Cell> cells;
    for (const std::size_t i : which) cells.push_back(run.cells[i]);
    const auto found =
        mistakes_in_models(cells, settings.plugin_folders, !settings.no_plugins, kTime);
    for (std::size_t k = 0; k < which.size(); ++k) {
      if (found[k].empty()) continue;
      CellCheck& check = run.checks[which[k]];
      check.mistakes = found[k];
      check.refusal = fmt::format("{}", fmt::join(found[k], "\n"));
      check.status = CellStatus::invalid;
    }
    return std::ranges::any_of(found, [](const auto& lines) { return !lines.empty(); });
  };
  const std::vector<std::size_t> some = cells_for_each_value(run);
  if (!look(some)) return;
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < run.checks.size(); ++i)
    if (run.checks[i].is_read && run.checks[i].refusal.empty() &&
        std::ranges::find(some, i) == some.end())
      others.push_back(i);
  look(others);
}

/// Refuses a study in which something is written wrongly, before a night is lost on it: in its file,
/// in the configurations of its cells, or a column that no cell has.
/// @param errors  those of the file
void refuse_mistakes(const StudyRun& run, std::vector<std::string> errors,
                     const StudySettings& settings) {
  const bool all_read = std::ranges::all_of(run.checks, &CellCheck::is_read);
  if (!settings.only && all_read)
    std::ranges::move(unknown_names(run.study, run.checks), std::back_inserter(errors));
  const auto fits = [](const CellCheck& check) { return check.refusal.empty(); };
  const bool none = !settings.only && all_read && std::ranges::none_of(run.checks, fits);
  const bool tolerant = errors.empty() && !none && (settings.collect || settings.despite_mistakes);
  std::string hint;
  if (!tolerant) {
    const auto others = std::ranges::count_if(
        run.checks, [](const CellCheck& check) { return check.is_read && check.mistakes.empty(); });
    if (errors.empty() && others > 0 && !settings.only)
      hint = fmt::format("{} of {} cells have none of these mistakes; --despite-mistakes runs them",
                         others, run.cells.size());
    std::ranges::move(mistakes_of(run), std::back_inserter(errors));
  }
  if (!errors.empty()) throw errors_of(errors, hint);
  if (none)
    throw ConfigError(fmt::format(
        "{}: none of the {} cells can run. The first, {}:\n{}", run.study.file.string(),
        run.cells.size(), run.cells.front().in_words(run.study), run.checks.front().refusal));
}

}  // namespace

void refuse_others(const StudyRun& run) {
  std::error_code error;
  const fs::path& folder = run.folder;
  if (!is_there(folder / "study.json")) {
    // Tasks of a job array write cells, and leave study.json to who collects them.
    if (fs::exists(status_of(folder)) && !fs::is_empty(folder, error) &&
        !fs::is_directory(status_of(folder / "cells")))
      throw ConfigError(
          fmt::format("{} holds something else than a study: it has no study.json; "
                      "give another folder with --out",
                      folder.string()));
    return;
  }
  std::vector<JsonFault> faults;
  const Json there = parse_json(read_file(folder / "study.json"), 0, faults);
  if (fs::equivalent(folder / "study.json", run.study.file, error) || there.find("axes") ||
      there.find("bodies"))
    throw ConfigError(
        fmt::format("{} was written by somebody, and the record of this study would replace it; "
                    "give another folder with --out",
                    (folder / "study.json").string()));
  const Json* name = there.find("name");
  if (name && name->if_text() && *name->if_text() != run.study.name)
    throw ConfigError(
        fmt::format("{} holds the study {}, whose results would be replaced by those of {}; "
                    "give another folder with --out, or the study the same \"name\"",
                    folder.string(), quoted_short(*name->if_text()), quoted_short(run.study.name)));
}

StudyRun prepare_study(const fs::path& file, const StudySettings& settings) {
  StudyRun run;
  std::vector<std::string> errors;
  run.study = read_study(file, errors);
  if (run.study.has_cells) run.cells = cells_of(run.study);
  if (run.cells.empty()) throw errors_of(errors);
  if (settings.only && *settings.only >= run.cells.size())
    throw ConfigError(fmt::format("--only {}: the study has cells 0 to {}", *settings.only,
                                  run.cells.size() - 1));
  run.checks = checks_of(run, settings);
  if (!settings.only && !settings.collect) check_models(run, settings);
  refuse_mistakes(run, std::move(errors), settings);
  run.folder = settings.out.empty() ? fs::path("runs") / run.study.name : settings.out;
  return run;
}

bool run_study(StudyRun& run, const StudySettings& settings) {
  refuse_others(run);
  make_folders(run.folder / "cells");
  FolderLock lock;
  if (!settings.only) {
    lock = FolderLock(run.folder);
    write_file(run.folder / "study.json", study_json(run));
  }
  std::vector<CellRecord> records = kept_records(run, settings);
  if (!settings.only) run.left_over = left_over_cells(run, settings.prune);
  bool whole = CellRunner(run, settings).run_all(records);
  if (whole && !settings.collect && !settings.only)
    whole = repeat_for_times(run, records, settings);
  if (settings.only) {
    const std::size_t i = *settings.only;
    run.results.outcomes.push_back(outcome_in(run, i, records[i], records));
    return whole;
  }
  collect_results(run, records);
  write_results(run);
  return whole;
}

}  // namespace tactus::core
