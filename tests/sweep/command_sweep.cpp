#include "command_sweep.hpp"

#include <signal.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "faults.hpp"

namespace tactus::sweep {
namespace {

namespace fs = std::filesystem;

/// A file by which a command tries whether it may write; one that was killed has left it.
bool is_trial(const std::string& name) { return name.starts_with(".tactus-"); }

bool is_study(const Command& command) { return command.leaves == Leaves::cells; }
bool cuts(const std::string& kind) { return kind.starts_with("cut_"); }

/// Number of the first call with these words.
long call_with(const Ended& ended, const std::string& words) {
  for (const std::string& call : ended.calls)
    if (call.find(words) != call.npos) return std::stol(call);
  throw std::runtime_error("no call has the words \"" + words + '"');
}

/// How a command, or a study of its cell, names the cause of its end.
std::string cause_of(const std::string& kind) {
  if (kills(kind)) return strsignal(SIGKILL);
  if (kind == "term") return "interrupted";
  return std::strerror(lacks_space(kind) ? ENOSPC : EIO);
}

}  // namespace

CommandBench::CommandBench(const fs::path& root) : root_(root), place_(root) {
  write_inputs(place_.work());
  for (const std::vector<std::string>& arguments : runs_before_commands())
    if (const Ended ended = place_.wait_for(place_.start(arguments)); ended.code != 0)
      throw std::runtime_error("what commands read cannot be made: " + shown(ended));
  inputs_ = files_in(place_.work());
}

void CommandBench::start_empty(const Command& command) {
  place_.start_from({});
  if (command.leaves == Leaves::page) fs::create_directory(place_.out());
}

/// Makes what the command starts from, and what it has to come to.
void CommandBench::know(const Command& command) {
  if (known_ == &command) return;
  known_ = &command;
  start_empty(command);
  const Ended ended = place_.run(command.arguments, {});
  if (ended.code != command.code) throw std::runtime_error(command.name + ": " + shown(ended));
  reference_ = left_by(command, ended);
  fs::remove_all(root_ / "start");
  if (!command.before) return;
  start_empty(command);
  const auto& [arguments, stopped_at] = *command.before;
  Ended before = place_.run(arguments, {});
  if (!stopped_at.empty()) {
    const long call = call_with(before, stopped_at);
    start_empty(command);
    before = place_.run(arguments, {call, "term"});
  }
  if (before.code != (stopped_at.empty() ? 0 : 3))
    throw std::runtime_error(command.name + ", before it: " + shown(before) + before.out);
  fs::copy(place_.out(), root_ / "start", fs::copy_options::recursive);
}

void CommandBench::start(const Command& command) {
  know(command);
  start_empty(command);
  if (command.before) place_.start_from(root_ / "start");
}

Files CommandBench::left_by(const Command& command, const Ended& ended) const {
  Files files = is_study(command) ? study_results_in(place_.out()) : files_in(place_.out());
  std::erase_if(files, [](const auto& file) { return is_trial(file.first); });
  if (command.leaves == Leaves::text) files["what is printed"] = ended.out;
  return files;
}

std::vector<CommandPoint> CommandBench::points(const Command& command) {
  start(command);
  const Ended ended = place_.run(command.arguments, {});
  const std::string other = difference(reference_, left_by(command, ended));
  if (ended.code != command.code || !other.empty() || ended.calls.back() != "end")
    throw std::runtime_error(command.name + ": " + other + ended.calls.back() + shown(ended));
  std::vector<CommandPoint> points;
  for (const std::string& call : ended.calls) {
    if (call == "end" || (!command.until.empty() && call.find(command.until) != call.npos)) break;
    for (const std::string& kind : fault_kinds())
      if (applies(kind, call)) points.push_back({&command, {std::stol(call), kind}, call});
  }
  return points;
}

std::string CommandBench::fault_of(const CommandPoint& point) {
  start(*point.command);
  const Ended ended = place_.run(point.command->arguments, point.fault);
  if (std::string wrong = judge_end(point, ended); !wrong.empty()) return wrong;
  Files now = files_in(place_.work());
  std::erase_if(now, [](const auto& file) { return file.first.starts_with("out/"); });
  if (const std::string change = difference(inputs_, now); !change.empty())
    return "an input: " + change;
  return ended.code == point.command->code ? "" : recover(point, ended);
}

/// Nothing is silent: who ends well leaves what is left without a fault, and who does not says why.
std::string CommandBench::judge_end(const CommandPoint& point, const Ended& ended) const {
  const std::string& kind = point.fault.kind;
  if (ended.code == kHung) return "it did not end";
  const std::string other = difference(reference_, left_by(*point.command, ended));
  if (ended.code == point.command->code)
    return other.empty() ? "" : "exit code " + std::to_string(ended.code) + ", but " + other;
  if (kills(kind) && ended.code == 137) return "";
  if (kind == "term" && (ended.code == 130 || ended.code == 128 + 15)) return "";
  if (hurts_nothing(kind)) return "no error, but " + shown(ended);
  if (ended.code == 1 || ended.code > 127) return shown(ended);
  const bool named = (ended.err + ended.out).find(cause_of(kind)) != std::string::npos;
  return named ? "" : "the cause is not named: " + shown(ended) + ended.out;
}

/// The same command ends in the bytes of one that met no fault. A cell that a broken disk or a signal of its own has
/// ended runs again where that is asked for; one that was stopped, or had no room, in any case.
std::string CommandBench::recover(const CommandPoint& point, const Ended& first) const {
  const Command& command = *point.command;
  std::vector<std::string> arguments = command.arguments;
  const std::string& kind = point.fault.kind;
  const bool stopped = lacks_space(kind) || cuts(kind) || kind == "term";
  if (is_study(command) && first.code == 3 && !stopped) arguments.emplace_back("--retry");
  const Ended ended = place_.run(arguments, {});
  const std::string wrong = difference(reference_, left_by(command, ended));
  if (wrong.empty() && ended.code == command.code) return "";
  return "after " + shown(first) + first.out + "once more: " + wrong + ", " + shown(ended) +
         ended.out;
}

}  // namespace tactus::sweep
