#include "apps/study/outcome.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstring>

#include "apps/study/machine_memory.hpp"
#include "core/record/summary.hpp"
#include "core/support/last_words.hpp"

namespace tactus::core {
namespace fs = std::filesystem;
namespace {

/// The output of a run without the number of errors at its end.
std::string said_in_words(std::string said) {
  while (!said.empty() && (said.back() == '\n' || said.back() == ' ')) said.pop_back();
  const std::size_t last = said.rfind('\n');
  const std::string_view closing = std::string_view(said).substr(last + 1);
  if (last != said.npos && closing.ends_with("; nothing was written")) said.resize(last);
  return said;
}

std::string last_line(const std::string& said) {
  const std::string words = said_in_words(said);
  return words.substr(words.rfind('\n') + 1);
}

Json summary_of(const fs::path& folder) {
  return is_there(folder / "summary.json") ? read_json(folder / "summary.json") : Json();
}

std::string text_of(const Json& root, std::string_view key) {
  const Json* value = root.find(key);
  return value && value->if_text() ? *value->if_text() : std::string();
}

/// The criteria that a run which is not sound has failed.
std::string faults_of(const Json& summary) {
  std::string faults;
  static const Json::Array none;
  const Json* findings = summary.find("findings");
  for (const Json& finding : findings && findings->if_array() ? *findings->if_array() : none) {
    const Json* fault = finding.find("fault");
    if (!fault || !fault->if_flag() || !*fault->if_flag()) continue;
    faults += (faults.empty() ? "" : "; ") + text_of(finding, "says");
  }
  return faults.empty() ? "it is not shown to be sound" : faults;
}

bool is_sound(const Json& summary) {
  const Json* sound = summary.find("sound");
  return sound && sound->if_flag() && *sound->if_flag();
}

/// Sets the status by the exit code of `tactus run`.
void judge_exit(const ChildEnd& end, const fs::path& folder, CellRecord& record) {
  const bool without_summary = end.code == 2 || end.code == kDoesNotFit ||
                               end.code == kNoMemoryExitCode || end.code == kFilesFailed;
  const Json summary = without_summary ? Json() : summary_of(folder);
  const std::string reason = text_of(summary, "reason");
  switch (end.code) {
    case 0:
    case 5:
      if (text_of(summary, "status") != "completed") {
        record.status = CellStatus::crashed;
        record.reason =
            fmt::format("it ended with code {} and left no summary: a plugin ended it", end.code);
        break;
      }
      record.status = is_sound(summary) ? CellStatus::ok : CellStatus::unsound;
      if (record.status == CellStatus::unsound) record.reason = faults_of(summary);
      break;
    case 2:
    case kDoesNotFit:
      record.reason = said_in_words(end.said);
      record.status = end.code == 2 ? CellStatus::invalid : CellStatus::refused;
      break;
    case kNoMemoryExitCode:
      record.reason = said_in_words(end.said);
      record.status = CellStatus::memory;
      break;
    case kFolderBusy:
      record.status = CellStatus::interrupted;
      record.reason = said_in_words(end.said);
      break;
    case 3:
      record.status = CellStatus::not_converged;
      record.reason = reason.empty() ? last_line(end.said) : reason;
      break;
    case 130:
      record.status = CellStatus::interrupted;
      break;
    default:
      record.status = CellStatus::crashed;
      record.reason = reason.empty() ? last_line(end.said) : reason;
      if (record.reason.empty()) record.reason = fmt::format("it ended with code {}", end.code);
  }
}

/// Whether a process was ended by a signal with which a person or a batch system asks programs to stop, as before
/// `tactus run` handles signals. Afterwards it ends with code 130.
bool asks_to_stop(const ChildEnd& end) {
  constexpr std::array kRequests{SIGINT, SIGTERM, SIGHUP, SIGXCPU, SIGUSR1};
  return end.cause == ChildEnd::Cause::signalled &&
         std::ranges::find(kRequests, end.code) != kRequests.end();
}

}  // namespace

Real limit_of(CellStatus status, const Limits& limits) {
  return status == CellStatus::timeout ? limits.wall : std::min(limits.memory, limits.all_memory());
}

std::string limit_in_words(CellStatus status, const Limits& limits) {
  if (status == CellStatus::timeout)
    return fmt::format("took longer than {:.6g} s, as /limits/wall_s allows", limits.wall);
  const Real all = limits.all_memory();
  if (limits.memory <= all)
    return fmt::format("held more than {:.6g} MiB of memory, as /limits/memory_MiB allows",
                       limits.memory);
  if (given(limits.memory_in_all))
    return fmt::format(
        "held more than {:.6g} MiB of memory by itself, as /limits/memory_in_all_MiB allows", all);
  return fmt::format(
      "held more than {:.0f} MiB of memory by itself, {:.0f} % of what the machine has; "
      "/limits/memory_in_all_MiB sets another limit",
      all, 100 * kMemoryShare);
}

bool is_disk_full(const ChildEnd& end) {
  if (end.cause != ChildEnd::Cause::exited || end.code != kFilesFailed) return false;
  return std::ranges::any_of(std::array{ENOSPC, EDQUOT}, [&](int error) {
    return end.said.find(std::strerror(error)) != std::string::npos;
  });
}

CellRecord record_of(const ChildEnd& end, const Study& study, const fs::path& folder) {
  CellRecord record;
  record.wall = end.wall, record.memory = end.memory;
  record.cpu = end.cpu, record.load = end.load;
  using Cause = ChildEnd::Cause;
  if (end.cause == Cause::timeout || end.cause == Cause::memory) {
    record.status = end.cause == Cause::timeout ? CellStatus::timeout : CellStatus::memory;
    record.reason = limit_in_words(record.status, study.limits);
    record.limit = limit_of(record.status, study.limits);
  } else if (end.cause == Cause::no_memory) {
    record.status = CellStatus::memory;
    record.reason = "the system ended it, because the machine had no more memory";
  } else if (asks_to_stop(end)) {
    record.status = CellStatus::interrupted;
  } else if (end.cause == Cause::signalled) {
    record.status = CellStatus::crashed;
    const std::string words = last_line(end.said);
    record.reason = fmt::format("was ended by signal {}{}{}", signal_in_words(end.code),
                                end.code == SIGKILL ? ", perhaps for lack of memory" : "",
                                words.empty() ? "" : ": " + words);
  } else {
    judge_exit(end, folder, record);
  }
  return record;
}

namespace {

/// Times without the first run, which warms up caches.
Timing timing_of(const std::vector<std::vector<Real>>& times, std::size_t place) {
  std::vector<Real> samples;
  for (std::size_t run = times.size() > 1 ? 1 : 0; run < times.size(); ++run)
    if (place < times[run].size() && std::isfinite(times[run][place]))
      samples.push_back(times[run][place]);
  Timing timing;
  timing.runs = samples.size();
  if (samples.empty()) return timing;
  std::ranges::sort(samples);
  const std::size_t middle = samples.size() / 2;
  timing.least = samples.front(), timing.greatest = samples.back();
  timing.median =
      samples.size() % 2 == 1 ? samples[middle] : (samples[middle - 1] + samples[middle]) / 2;
  return timing;
}

void take_timings(const Study& study, const CellRecord& record, CellOutcome& outcome) {
  outcome.timings.resize(study.metrics.size());
  std::size_t place = 0;
  for (std::size_t i = 0; i < study.metrics.size(); ++i) {
    if (!study.metrics[i].timing) continue;
    const bool repeated = !record.times.empty();
    outcome.timings[i] =
        repeated ? timing_of(record.times, place) : timing_of({{outcome.values[i]}}, 0);
    outcome.timings[i].alone = repeated;
    outcome.values[i] = outcome.timings[i].median;
    ++place;
  }
}

/// Explains a value that is not accepted: "path_m is 0.61, 10 % from 0.68".
std::string not_accepted(const Metric& m, Real value, Real exact) {
  std::string text = fmt::format("{} is {:.6g}", m.name, value);
  if (m.accept.needs_exact() && !std::isfinite(exact))
    text += ", and its exact value no finite number";
  else if (m.accept.needs_exact())
    text += fmt::format(", {:.3g} from the exact {:.6g}", std::abs(value - exact), exact);
  return text + fmt::format("; accepted: {}", to_text(m.accept.given, 1'000'000));
}

void judge_metrics(const Study& study, const std::vector<MetricValue>& values,
                   CellOutcome& outcome) {
  std::string missing, refused;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Metric& m = study.metrics[i];
    if (!values[i].missing.empty())
      missing += fmt::format("{}{}: {}", missing.empty() ? "" : "; ", m.name, values[i].missing);
    if (!m.accept.asked()) continue;
    outcome.accepted = outcome.accepted.value_or(true);
    if (m.accept.holds(outcome.values[i], outcome.exact[i])) continue;
    outcome.accepted = false;
    if (values[i].missing.empty())
      refused += fmt::format("{}{}", refused.empty() ? "" : "; ",
                             not_accepted(m, outcome.values[i], outcome.exact[i]));
  }
  const std::string both = refused + (refused.empty() || missing.empty() ? "" : "; ") + missing;
  if (outcome.status == CellStatus::ok && outcome.accepted == false)
    outcome.status = CellStatus::not_accepted;
  if (!both.empty()) outcome.reason += (outcome.reason.empty() ? "" : "; ") + both;
}

/// The results of the baseline, if a metric compares curves with it and it has any.
std::optional<RunResults> run_of_baseline(const Study& study, const Cell* baseline,
                                          const fs::path& folder) {
  const auto compares = [](const Metric& m) { return compares_curves(m.take); };
  if (!baseline || std::ranges::none_of(study.metrics, compares)) return {};
  try {
    return read_run(folder, wanted_columns(study));
  } catch (const Error&) {
    return {};  // it did not come to results, which its own outcome says
  }
}

}  // namespace

Real Timing::spread() const { return runs > 1 ? greatest - least : kNotGiven; }

bool Timing::ties_with(const Timing& other) const {
  return has_spread() && other.has_spread() &&
         std::abs(median - other.median) <= std::max(spread(), other.spread());
}

CellOutcome outcome_of(const Study& study, const Cell& cell, const CellRecord& record,
                       const fs::path& folder, const Cell* baseline,
                       const fs::path& baseline_folder) {
  CellOutcome outcome;
  outcome.status = record.status, outcome.reason = record.reason;
  outcome.wall = record.wall, outcome.memory = record.memory;
  outcome.cpu = record.cpu, outcome.load = record.load;
  outcome.repeat_load = record.repeat_load, outcome.repeat_cpu_share = record.repeat_cpu_share;
  outcome.values.assign(study.metrics.size(), kNotGiven);
  outcome.timings.resize(study.metrics.size());
  outcome.exact = exact_values(study, cell);
  const bool failed_with_history = record.status == CellStatus::not_converged;
  if (!has_results(record.status) && !failed_with_history) return outcome;
  RunResults run;
  try {
    run = read_run(folder, wanted_columns(study));
  } catch (const Error& e) {  // removed or damaged since the cell ended
    if (failed_with_history) return outcome;
    outcome.status = CellStatus::interrupted;
    outcome.reason =
        fmt::format("its results cannot be read, and it has to run again: {}", e.what());
    return outcome;
  }
  if (const auto& bad = run.history.not_finite()) {
    outcome.status = CellStatus::not_finite;
    outcome.reason = fmt::format("{} in history.csv is no finite number, first in row {}",
                                 bad->column, bad->row);
  }
  if (!has_results(outcome.status)) return outcome;
  const std::optional<RunResults> other = run_of_baseline(study, baseline, baseline_folder);
  std::optional<CurveReference> reference;
  if (other) reference.emplace(CurveReference{*baseline, *other});
  const std::vector<MetricValue> values =
      metric_values(study, cell, run, reference ? &*reference : nullptr);
  for (std::size_t i = 0; i < values.size(); ++i) outcome.values[i] = values[i].value;
  take_timings(study, record, outcome);
  judge_metrics(study, values, outcome);
  return outcome;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace tactus::core
