#include "apps/study/dry_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <thread>

#include "apps/study/machine_memory.hpp"
#include "apps/study/mistakes.hpp"
#include "apps/study/results_tables.hpp"
#include "apps/study/study_hints.hpp"
#include "core/run/run.hpp"
#include "core/scene/load.hpp"
#include "core/support/child.hpp"
#include "core/support/progress.hpp"

namespace tactus::core {
namespace {

using Clock = std::chrono::steady_clock;

/// Measures a cell in a child process; empty if that failed, with the reason in `refusal`.
std::optional<RunEstimate> measured(const StudyRun& run, std::size_t i,
                                    const StudySettings& settings, std::string& refusal) {
  const Cell& cell = run.cells[i];
  const ChildReport report = run_in_child(
      [&](const Say& say) {
        try {
          LoadedConfiguration loaded =
              load_configuration(cell.base, cell.sets, settings.plugin_folders,
                                 settings.no_plugins ? OwnPlugins::refused : OwnPlugins::allowed);
          const RunEstimate e =
              estimate_run(loaded.configuration, static_cast<int>(run.study.threads));
          say(fmt::format("{} {} {} {}", e.steps, e.seconds, e.memory_MiB, e.disk_MiB));
        } catch (const std::exception& e) {
          say(fmt::format("no {}", e.what()));
        }
      },
      10);
  std::istringstream said(report.said);
  RunEstimate e;
  if (said >> e.steps >> e.seconds >> e.memory_MiB >> e.disk_MiB) return e;
  refusal = report.said.starts_with("no ") ? report.said.substr(3) : report.end;
  return std::nullopt;
}

struct Costs {
  RunEstimate sum;  ///< memory: largest value of one cell
  std::size_t measured = 0, unread = 0;
  std::set<std::size_t> extrapolated;
  std::map<std::string, std::vector<std::size_t>> refused;  ///< cells by reason
};

/// Measures some cells until the time is up. All other cells are assumed to cost as much per
/// element and step.
Costs costs_of(const StudyRun& run, const StudySettings& settings, Real seconds) {
  Costs costs;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < run.cells.size(); ++i)
    if (!run.checks[i].is_read)
      ++costs.unread;
    else if (run.checks[i].refusal.empty())
      order.push_back(i);
    else if (run.checks[i].mistakes.empty())  // those are told first
      costs.refused[first_line(run.checks[i].refusal)].push_back(i);
  std::ranges::stable_sort(order, std::ranges::greater(),
                           [&](std::size_t i) { return run.checks[i].cost; });
  const auto until = Clock::now() + std::chrono::duration<Real>(seconds);
  Real measured_cost = 0, other_cost = 0;
  for (const std::size_t i : order) {
    std::string refusal;
    if (Clock::now() > until) {
      other_cost += run.checks[i].cost, costs.extrapolated.insert(i);
    } else if (const auto e = measured(run, i, settings, refusal)) {
      measured_cost += run.checks[i].cost, ++costs.measured;
      costs.sum.seconds += e->seconds, costs.sum.disk_MiB += e->disk_MiB;
      costs.sum.memory_MiB = std::max(costs.sum.memory_MiB, e->memory_MiB);
    } else {
      costs.refused[first_line(refusal)].push_back(i);
    }
  }
  // What is not read is taken for as expensive, and as likely to fit, as what is.
  const auto read = static_cast<Real>(run.cells.size() - costs.unread);
  if (settings.only) costs.unread = 0;  // they are other tasks'
  other_cost +=
      (measured_cost + other_cost) * static_cast<Real>(costs.unread) / std::max(1.0, read);
  const Real all = measured_cost > 0 ? 1 + other_cost / measured_cost : 1;
  costs.sum.seconds *= all, costs.sum.disk_MiB *= all;
  return costs;
}

/// A whole number, or a few digits of one that is too large to be read.
std::string rounded(Real number) {
  return number < 1e9 ? fmt::format("{:.0f}", number) : fmt::format("{:.3g}", number);
}

/// What stands behind a cell in the list.
std::string remark(const StudyRun& run, const Costs& costs, std::size_t i) {
  const CellCheck& check = run.checks[i];
  if (!check.is_read) return "  (not read)";
  if (!check.refusal.empty()) return fmt::format("  ({})", to_string(check.status));
  return costs.extrapolated.contains(i) ? "  (extrapolated)" : "";
}

std::string memory_in_words(const Limits& limits) {
  const Real all = limits.all_memory();
  if (!std::isfinite(all)) return "";
  return fmt::format(
      "all cells at a time may hold {} MiB of memory{}; beyond that the largest one is run again "
      "alone\n",
      rounded(all),
      given(limits.memory_in_all)
          ? ""
          : fmt::format(" ({:.0f} % of the machine's)", 100 * kMemoryShare));
}

constexpr std::size_t kListed =
    40;  ///< values of an axis; of more, the first ones and the last are shown

}  // namespace

std::string dry_run_in_words(const StudyRun& run, const StudySettings& settings, Real seconds) {
  const Study& study = run.study;
  std::string text = mistakes_in_words(run);
  text += fmt::format("{}: {}\n", study.name, cells_in_words(run.cells.size()));
  for (const Axis& axis : study.axes) {
    text += fmt::format("  {}:", axis.name);
    const std::size_t count = axis.values.size();
    for (std::size_t v = 0; v < count; ++v) {
      if (count > kListed && v == 3) text += " ...", v = count - 1;
      text += " " + axis.values[v].label;
    }
    text += count > kListed ? fmt::format(" ({} values)\n", count) : "\n";
  }
  const Costs costs = costs_of(run, settings, seconds);
  for (std::size_t i = 0; i < run.cells.size() && run.cells.size() <= 200; ++i)
    text += fmt::format("{:04}  {}{}\n", i, run.cells[i].in_words(study), remark(run, costs, i));
  for (const auto& [reason, cells] : costs.refused)
    text +=
        fmt::format("{}: {}{}: {}\n", to_string(run.checks[cells.front()].status),
                    run.cells[cells.front()].in_words(study),
                    cells.size() > 1 ? fmt::format(" and {} more", cells.size() - 1) : "", reason);
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t threads = static_cast<std::size_t>(study.threads);
  const std::size_t workers =
      settings.workers > 0 ? settings.workers : std::max<std::size_t>(1, cores / threads);
  text += fmt::format(
      "about {} with {} at a time, {} MiB of memory for each, {} MiB "
      "of disk in all\n",
      duration_in_words(costs.sum.seconds / static_cast<Real>(workers)), cells_in_words(workers),
      rounded(costs.sum.memory_MiB), rounded(costs.sum.disk_MiB));
  text += memory_in_words(study.limits);
  if (study.repeat > 0)
    text += fmt::format("then about {} for {} repeats and one before them, one at a time\n",
                        duration_in_words(costs.sum.seconds * static_cast<Real>(study.repeat + 1)),
                        study.repeat);
  text += fmt::format("from a few steps of {}; {} extrapolated by elements and steps\n",
                      cells_in_words(costs.measured), costs.extrapolated.size());
  if (costs.unread > 0)
    text += fmt::format(
        "{} not read for lack of time, taken for as expensive as the others; what was not read may "
        "be refused\n",
        costs.unread == 1 ? "one cell was" : fmt::format("{} cells were", costs.unread));
  for (const std::string& hint : hints_of(run)) text += "note: " + hint + "\n";
  return text;
}

}  // namespace tactus::core
