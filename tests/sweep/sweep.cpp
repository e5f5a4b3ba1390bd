#include "sweep.hpp"

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "faults.hpp"
#include "scene.hpp"
#include "tests/cli/installation.hpp"

namespace tactus::sweep {
namespace {

namespace fs = std::filesystem;

/// Number of the `count`-th call whose line ends with `words`; the last one for count = 0.
long call_number(const Ended& ended, const std::string& words, int count) {
  long found = 0;
  for (const std::string& call : ended.calls) {
    if (!call.ends_with(words)) continue;
    found = std::stol(call);
    if (--count == 0) break;
  }
  if (found == 0) throw std::runtime_error("no run makes the call \"" + words + '"');
  return found;
}

}  // namespace

const std::vector<Scenario>& scenarios() {
  static const std::vector<Scenario> all{
      {"a new run", Start::nothing, {}},
      {"a new run with plugins not seen before", Start::nothing, {}, false, true},
      {"a killed run that is resumed", Start::killed, {"--resume"}},
      {"a run that is resumed after a power cut", Start::cut, {"--resume"}},
      {"an interrupted run that is resumed", Start::interrupted, {"--resume"}},
      {"a finished run that is resumed", Start::finished, {"--resume"}},
      {"a finished run that is started again", Start::finished, {}},
      {"a run that replaces another one", Start::other, {"--force"}},
      {"a run that another one's results refuse", Start::other, {}, true},
      {"a run that its own interrupted results refuse", Start::interrupted, {}, true},
  };
  return all;
}

Bench::Bench(const fs::path& root) : root_(root), place_(root) {
  write_scene(place_.work());
  prepare();
}

Ended Bench::run(const std::vector<std::string>& more, const FaultAt& fault) const {
  std::vector<std::string> arguments{"run", kSceneFile, "--quiet", "--threads",
                                     "1",   "--out",    "out"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return place_.run(arguments, fault);
}

fs::path Bench::start_folder(Start start) const {
  if (start == Start::nothing) return {};
  return root_ / ("start_" + std::to_string(static_cast<int>(start)));
}

void Bench::keep_as(Start start) const {
  fs::copy(place_.out(), start_folder(start), fs::copy_options::recursive);
}

void Bench::prepare() {
  const auto stopped = [&](Start start, const FaultAt& fault, int code) {
    place_.start_from({});
    const Ended ended = run({}, fault);
    if (ended.code != code) throw std::runtime_error("a start cannot be made: " + shown(ended));
    keep_as(start);
  };
  const Ended whole = run({});
  if (whole.code != 0 || whole.calls.back() != "end")
    throw std::runtime_error("the scene does not run: " + whole.calls.back() + shown(whole));
  reference_ = results_in(place_.out());
  keep_as(Start::finished);
  const std::string placed = " rename out/checkpoint.h5.part";
  stopped(Start::killed, {call_number(whole, placed, 2) + 3, "kill"}, 137);
  stopped(Start::cut, {call_number(whole, placed, 4), "cut_names"}, 137);
  stopped(Start::interrupted, {call_number(whole, placed, 3) + 3, "term"}, 130);
  place_.start_from({});
  if (const Ended other = run({"--set", "/time/end=6e-3", "--set", "/bodies/1/density=2000"});
      other.code != 0)
    throw std::runtime_error("the other scene does not run: " + shown(other));
  keep_as(Start::other);
}

std::vector<Point> Bench::points(const Scenario& scenario) {
  start(scenario);
  const Ended ended = run(scenario.arguments);
  std::vector<Point> points;
  if (ended.code != (scenario.refused ? 2 : 0) || ended.calls.back() != "end")
    throw std::runtime_error(scenario.name + ": " + ended.calls.back() + ", " + shown(ended));
  for (const std::string& call : ended.calls) {
    if (call == "end") break;
    if (scenario.strange && call.find(" home") == std::string::npos) continue;
    for (const std::string& kind : fault_kinds())
      if (applies(kind, call)) points.push_back({&scenario, {std::stol(call), kind}, call});
  }
  return points;
}

std::string Bench::fault_of(const Point& point) {
  start(*point.scenario);
  const Ended ended = run(point.scenario->arguments, point.fault);
  if (std::string wrong = judge_end(point, ended); !wrong.empty()) return wrong;
  if (std::string wrong = judge_folder(*point.scenario); !wrong.empty())
    return wrong + " after " + shown(ended);
  if (ended.code == 0 || point.scenario->refused) return "";
  return recover(*point.scenario);
}

std::string Bench::fault_of(const Point& first, const FaultAt& second) {
  start(*first.scenario);
  if (run(first.scenario->arguments, first.fault).code == 0) return "";
  Scenario recovery = *first.scenario;
  const bool resumes =
      first.scenario->start != Start::other && fs::exists(place_.out() / "checkpoint.h5");
  recovery.arguments = {resumes ? "--resume" : "--force"};
  const Ended ended = run(recovery.arguments, second);
  if (ended.code == 2 && !ended.fault_met) return recover(recovery);
  const Point point{&recovery, second, ""};
  if (std::string wrong = judge_end(point, ended); !wrong.empty())
    return "then " + second.kind + " at call " + std::to_string(second.call) + ": " + wrong;
  if (ended.code == 0) return "";
  const std::string wrong = recover(recovery);
  return wrong.empty()
             ? ""
             : "then " + second.kind + " at call " + std::to_string(second.call) + ": " + wrong;
}

/// The exit code fits the fault, and the message its cause.
std::string Bench::judge_end(const Point& point, const Ended& ended) const {
  const std::string& kind = point.fault.kind;
  if (ended.code == kHung) return "it did not end";
  if (ended.code == 0) {
    if (point.scenario->refused) return "what has to be refused was run";
    const std::string other = difference(reference_, results_in(place_.out()));
    return other.empty() ? "" : "exit code 0, but " + other;
  }
  if (kills(kind)) return ended.code == 137 || point.scenario->refused ? "" : shown(ended);
  if (point.scenario->refused) return ended.code == 2 ? "" : shown(ended);
  if (kind == "term") return ended.code == 130 ? "" : shown(ended);
  if (hurts_nothing(kind)) return "no error, but " + shown(ended);
  if (ended.code != 2) return shown(ended);
  if (ended.err.find(std::strerror(lacks_space(kind) ? ENOSPC : EIO)) == std::string::npos)
    return "the cause is not named: " + shown(ended);
  return "";
}

/// What a folder may hold, whatever happened: a summary that says "completed" stands beside all
/// results of its run, and what is finished stays so until somebody replaces it.
std::string Bench::judge_folder(const Scenario& scenario) const {
  const fs::path start = start_folder(scenario.start);
  if (scenario.refused) {
    const std::string change = difference(files_in(start), files_in(place_.out()));
    return change.empty() ? "" : "refused, but " + change;
  }
  const Files found = results_in(place_.out());
  const std::string incomplete = difference(reference_, found);
  if (incomplete.empty()) return "";
  const bool resumed = !scenario.arguments.empty() && scenario.arguments[0] == "--resume";
  if (scenario.start == Start::finished && resumed)
    return incomplete.ends_with(".part is left over") ? "" : "a finished result: " + incomplete;
  const auto summary = found.find("summary.json");
  if (summary == found.end() || summary->second.find("\"completed\"") == std::string::npos)
    return "";
  if (!start.empty() && difference(results_in(start), found).empty()) return "";
  return "the summary says \"completed\", but " + incomplete;
}

/// --resume where there is a checkpoint, or else what the refusal asks for, gives the results.
std::string Bench::recover(const Scenario& scenario) const {
  const bool checkpoint = fs::exists(place_.out() / "checkpoint.h5");
  const bool own = scenario.start != Start::other && scenario.start != Start::finished;
  std::string story;
  const auto succeeds = [&](std::vector<std::string> arguments) {
    const Ended ended = run(arguments);
    std::string words = arguments.empty() ? "run again: " : arguments[0] + ": ";
    if (ended.code == 0) {
      const std::string other = difference(reference_, results_in(place_.out()));
      story = other.empty() ? "" : story + words + "exit code 0, but " + other;
      return true;
    }
    story += words + shown(ended);
    return ended.code != 2;
  };
  if (succeeds({"--resume"})) return story;
  if (checkpoint && own) return "a checkpoint that cannot be resumed: " + story;
  const bool named = story.find("without --resume") != std::string::npos ||
                     story.find("--force") != std::string::npos ||
                     story.find("another configuration") != std::string::npos;
  if (!named) return "the remedy is not named: " + story;
  if (scenario.start != Start::other && succeeds({})) return story;
  if (scenario.start != Start::other && story.find("--force") == std::string::npos) return story;
  succeeds({"--force"});
  return story;
}

}  // namespace tactus::sweep
