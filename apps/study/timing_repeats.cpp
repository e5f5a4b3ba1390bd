#include "apps/study/timing_repeats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "apps/study/kept_cells.hpp"
#include "apps/study/pool.hpp"
#include "core/support/checksum.hpp"

namespace tactus::core {
namespace fs = std::filesystem;
namespace {

/// Identifies what the times of a cell are: the definitions of its metrics, of those in their
/// formulas, the numbers in these, and the threads.
std::string definition_of_times(const Study& study, const Cell& cell) {
  const auto numbers = numbers_of(study, cell);
  const Json* all = study.text.find("metrics");
  std::set<std::string> used;
  Checksum sum;
  sum.add(fmt::format("threads {}", study.threads));
  // A metric refers to earlier ones only.
  for (auto metric_at = study.metrics.rbegin(); metric_at != study.metrics.rend(); ++metric_at) {
    const Metric& m = *metric_at;
    if (!m.timing && !used.contains(m.name)) continue;
    for (const auto* formula : {&m.of, &m.when})
      if (*formula) used.insert((*formula)->names().begin(), (*formula)->names().end());
    const Json* metric = all ? all->find(m.name) : nullptr;
    sum.add("\n" + m.name);
    for (const char* key : {"of", "take", "when", "where", "over_s", "smooth_s", "filter"})
      if (const Json* value = metric ? metric->find(key) : nullptr)
        sum.add(fmt::format(" {} {}", key, to_text(*value)));
  }
  for (const auto& [name, value] : numbers)
    if (used.contains(name)) sum.add(fmt::format("\n{} {}", name, value));
  return fmt::format("{:016x}", static_cast<std::uint64_t>(sum.value()));
}

/// Whether a run ended in its own way, and not because the machine was slow or short of memory.
bool ended_by_itself(CellStatus status) {
  return status != CellStatus::timeout && status != CellStatus::memory &&
         status != CellStatus::interrupted;
}

class Repeats {
 public:
  Repeats(const StudyRun& run, std::vector<CellRecord>& records, const StudySettings& settings)
      : run_(run), records_(records), settings_(settings), folder_(run.folder / "repeat") {
    for (std::size_t i = 0; i < records.size(); ++i) {
      if (!has_results(records[i].status)) continue;
      cells_.push_back(i);
      const std::string definition = definition_of_times(run.study, run.cells[i]);
      if (records[i].times_of != definition) {
        records[i].times.clear();
        records[i].repeat_load = records[i].repeat_cpu_share = 0;
      }
      records[i].times_of = definition;
    }
  }
  ~Repeats() { clear(); }
  Repeats(const Repeats&) = delete;
  Repeats& operator=(const Repeats&) = delete;

  /// Runs one complete round after another, so that all cells are affected alike by changes on the
  /// machine.
  bool make() {
    const auto rounds = static_cast<std::size_t>(run_.study.repeat) + 1;
    for (std::size_t round = 0; round < rounds; ++round)
      for (std::size_t j = 0; j < cells_.size(); ++j) {
        const std::size_t i = cells_[(j + round) % cells_.size()];
        if (records_[i].times.size() > round || !has_results(records_[i].status)) continue;
        if (!run_once(i, round * cells_.size() + j, rounds * cells_.size())) return false;
      }
    return true;
  }

 private:
  void clear() const {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  bool run_once(std::size_t i, std::size_t done, std::size_t all) {
    clear();
    const Cell& cell = run_.cells[i];
    ChildEnd how;
    const PoolSettings pool{.workers = 1,
                            .wall_limit = run_.study.limits.wall,
                            .memory_limit = run_.study.limits.memory,
                            .memory_in_all = run_.study.limits.all_memory(),
                            .stop = settings_.stop,
                            .what = fmt::format("times, run {} of {}", done + 1, all),
                            .quiet = settings_.quiet};
    const bool whole =
        run_jobs({{.arguments = run_arguments(run_.study, cell, settings_, folder_, "--force"),
                   .log = run_.folder / "repeat.log",
                   .done = [&](const ChildEnd& end) { how = end; }}},
                 pool);
    if (!whole) return false;
    take(i, how);
    return true;
  }

  void take(std::size_t i, const ChildEnd& how) {
    CellRecord& record = records_[i];
    std::vector<Real> times;
    const CellRecord repeat = record_of(how, run_.study, folder_);
    if (ended_by_itself(repeat.status) && !has_results(repeat.status)) {
      record.status = CellStatus::unsound;
      record.reason = fmt::format(
          "it came to its end once, and another time did not ({}: {}): something in it is not "
          "deterministic",
          to_string(repeat.status), repeat.reason);
    }
    if (has_results(repeat.status)) {
      if (checksum_without_times(folder_ / "history.csv") != record.history) {
        record.status = CellStatus::unsound;
        record.reason =
            "two runs of this cell have different histories: something in it is not "
            "deterministic";
      }
      const RunResults run = read_run(folder_, wanted_columns(run_.study));
      const std::vector<MetricValue> values = metric_values(run_.study, run_.cells[i], run);
      for (std::size_t m = 0; m < values.size(); ++m)
        if (run_.study.metrics[m].timing) times.push_back(values[m].value);
    }
    record.times.push_back(std::move(times));
    const Real share = how.wall > 0 ? how.cpu / how.wall : 0;
    const bool is_first = record.times.size() == 1;  // which is not used
    if (!is_first) {
      record.repeat_load = std::max(record.repeat_load, how.load);
      record.repeat_cpu_share =
          record.times.size() == 2 ? share : std::min(record.repeat_cpu_share, share);
    }
    write_record(record_file(run_.folder, run_.cells[i]), record);
  }

  const StudyRun& run_;
  std::vector<CellRecord>& records_;
  const StudySettings& settings_;
  fs::path folder_;
  std::vector<std::size_t> cells_;
};

}  // namespace

bool repeat_for_times(const StudyRun& run, std::vector<CellRecord>& records,
                      const StudySettings& settings) {
  const auto is_time = [](const Metric& m) { return m.timing; };
  if (run.study.repeat == 0 || std::ranges::none_of(run.study.metrics, is_time)) return true;
  return Repeats(run, records, settings).make();
}

}  // namespace tactus::core
