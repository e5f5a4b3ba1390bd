// Checks all cells in a child process, which a plugin may end.
#include <fmt/format.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <csignal>

#include "core/plugin/child.hpp"
#include "core/study/cell_check.hpp"
#include "core/support/last_words.hpp"

namespace tactus::core {
namespace {

/// Ends the report about one cell. This byte does not occur in JSON.
constexpr char kEndOfCheck = '\x1e';
/// Exit code of a child that waited too long. No other part of the program uses it.
constexpr int kTooLong = 97;

Json list_of(const std::vector<std::string>& names) {
  Json list = Json::array();
  for (const std::string& name : names) list.if_array()->push_back(Json::of(name));
  return list;
}

std::vector<std::string> names_of(const Json& list) {
  std::vector<std::string> names;
  for (const Json& name : *list.if_array()) names.push_back(*name.if_text());
  return names;
}

std::string text_of(const CellCheck& check) {
  Json json = Json::object();
  json.set("refusal", Json::of(check.refusal));
  json.set("key", Json::of(check.key));
  json.set("cost", Json::of(check.cost));
  json.set("columns", list_of(check.columns));
  json.set("probes", list_of(check.probes));
  json.set("resolved", check.resolved);
  return to_text(json) + kEndOfCheck;
}

CellCheck check_of(std::string_view text) {
  std::vector<JsonFault> faults;
  const Json json = parse_json(text, 0, faults);
  CellCheck check;
  check.refusal = *json.find("refusal")->if_text();
  check.key = *json.find("key")->if_text();
  check.cost = json.find("cost")->if_number()->value;
  check.columns = names_of(*json.find("columns"));
  check.probes = names_of(*json.find("probes"));
  check.resolved = *json.find("resolved");
  return check;
}

extern "C" void on_too_long(int) { _exit(kTooLong); }

/// Sets the time limit from now on, replacing any previous one.
void wait_at_most(Real seconds) {
  seconds = seconds > 0 ? std::max(seconds, 1e-3) : 0;  // a timer of 0 is none
  const Real whole = std::floor(seconds);
  const itimerval timer{.it_interval = {},
                        .it_value = {.tv_sec = static_cast<time_t>(whole),
                                     .tv_usec = static_cast<suseconds_t>((seconds - whole) * 1e6)}};
  setitimer(ITIMER_REAL, &timer, nullptr);
}

class CellsCheck {
 public:
  CellsCheck(const std::vector<Cell>& cells, const std::vector<std::filesystem::path>& folders,
             bool own_plugins, Real patience, Real time)
      : cells_(cells), folders_(folders), own_plugins_(own_plugins), patience_(patience),
        time_(time) {}

  std::vector<CellCheck> make() {
    while (checks_.size() < cells_.size()) {
      if (read(cells_.size()).finished || left() <= 0) break;
      // Repeats the check in a new child of its own, because earlier cells may have affected the
      // old one.
      const ChildReport alone = read(checks_.size() + 1);
      if (!alone.finished && left() > 0) checks_.push_back(failed(alone));
    }
    CellCheck unread;
    unread.is_read = false;
    checks_.resize(cells_.size(), unread);
    return std::move(checks_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  /// s, until the time for all cells is over.
  Real left() const { return time_ - std::chrono::duration<Real>(Clock::now() - start_).count(); }

  /// Reads cells up to `end`, as far as the child process gets.
  ChildReport read(std::size_t end) {
    ChildReport report = run_in_child(
        [&](const Say& say) {
          const LastWords last_words;
          std::signal(SIGALRM, on_too_long);
          for (std::size_t i = checks_.size(); i < end && left() > 0; ++i) {
            wait_at_most(std::min(patience_, left()));
            say(text_of(check_cell(cells_[i], folders_, own_plugins_)));
          }
          wait_at_most(0);
        },
        std::numeric_limits<double>::infinity());
    std::string_view rest = report.said;
    for (std::size_t n; (n = rest.find(kEndOfCheck)) != rest.npos; rest.remove_prefix(n + 1))
      checks_.push_back(check_of(rest.substr(0, n)));
    return report;
  }

  CellCheck failed(const ChildReport& report) const {
    CellCheck check;
    check.status = CellStatus::crashed;
    if (report.end == fmt::format("ended with exit code {}", kTooLong)) {
      check.status = CellStatus::timeout;
      check.refusal = fmt::format("its configuration was not read within {:.6g} s", patience_);
    } else if (report.end == fmt::format("ended with exit code {}", kPluginExitCode)) {
      check.refusal = report.printed.substr(0, report.printed.find_last_not_of('\n') + 1);
      check.refusal.erase(0, check.refusal.rfind('\n') + 1);
    }
    if (check.refusal.empty())
      check.refusal = "the process that read its configuration " + report.end_and_last_words();
    return check;
  }

  const std::vector<Cell>& cells_;
  const std::vector<std::filesystem::path>& folders_;
  bool own_plugins_;
  Real patience_, time_;
  Clock::time_point start_ = Clock::now();
  std::vector<CellCheck> checks_;
};

}  // namespace

std::vector<CellCheck> check_cells(const std::vector<Cell>& cells,
                                   const std::vector<std::filesystem::path>& plugin_folders,
                                   bool own_plugins, Real patience, Real time) {
  return CellsCheck(cells, plugin_folders, own_plugins, patience, time).make();
}

}  // namespace tactus::core
