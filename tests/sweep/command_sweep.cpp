#include "command_sweep.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <stdexcept>
#include <utility>

#include "faults.hpp"
#include "scene.hpp"
#include "tests/cli/installation.hpp"
#include "tests/support/friction_problem.hpp"

namespace tactus::sweep {
namespace {

namespace fs = std::filesystem;
using cli_tests::write_text;

constexpr const char* kStudy = R"({
  "base": "scene.json",
  "axes": [{"name": "step", "pointer": "/time/step", "values": [4e-4, 2e-4]}],
  "metrics": {"kinetic_J": {"of": "history/kinetic_energy_J"}}
})";

/// A file by which a command tries whether it may write; one that was killed has left it.
bool is_trial(const std::string& name) { return name.starts_with(".tactus-"); }

/// Of a study: what holds times of the clock, or is made from it.
bool is_timed(const std::string& name) {
  return name.starts_with("cells/") || name == "timings.csv" || name == "report.html" ||
         name == "log.txt";
}

std::vector<Command> commands_of_the_program() {
  return {
      {"compare", {"compare", "one", "two"}, {}, Leaves::text, 5},
      {"report", {"report", "one", "two", "--out", "out/page.html"}, {}, Leaves::page},
      {"solve",
       {"solve", "block.fc3d", "--solver", "gauss_seidel", "--out", "out"},
       {},
       Leaves::files},
      {"study",
       {"study", "study.json", "--out", "out", "--quiet"},
       {"study", "study.json", "--out", "out", "--quiet", "--retry"},
       Leaves::cells},
  };
}

/// Pictures are drawn by scripts, whose libraries may not be installed.
bool can_draw() {
  static const bool there =
      std::system("/usr/bin/python3 -c 'import numpy, matplotlib' >/dev/null 2>&1") == 0;
  return there;
}

std::vector<Command> with_pictures(std::vector<Command> commands) {
  if (!can_draw()) {
    std::fputs("plot is not swept: /usr/bin/python3 has no numpy or no matplotlib\n", stderr);
    return commands;
  }
  commands.push_back(
      {"plot", {"plot", "one", "-n", "2", "-o", "out/picture.png"}, {}, Leaves::page});
  commands.push_back(
      {"plot of a scene", {"plot", kSceneFile, "-o", "out/scene.png"}, {}, Leaves::page});
  return commands;
}

/// Of its own, which meet the fault at their own calls.
bool has_processes(const Command& command) { return command.leaves == Leaves::cells; }

}  // namespace

const std::vector<Command>& commands() {
  static const std::vector<Command> all = with_pictures(commands_of_the_program());
  return all;
}

CommandBench::CommandBench(const fs::path& root) : place_(root) {
  write_scene(place_.work());
  write_text(place_.work() / "block.fc3d", test::kBlock);
  write_text(place_.work() / "study.json", kStudy);
  for (const auto& [name, step] : {std::pair{"one", "4e-4"}, {"two", "2e-4"}}) {
    const Ended ended = place_.run({"run", kSceneFile, "--quiet", "--threads", "1", "--out", name,
                                    "--set", std::string("/time/step=") + step},
                                   {});
    if (ended.code != 0) throw std::runtime_error("the scene does not run: " + shown(ended));
  }
  inputs_ = files_in(place_.work());
}

void CommandBench::start(const Command& command) {
  place_.start_from({});
  if (command.leaves == Leaves::page) fs::create_directory(place_.out());
}

Files CommandBench::left_by(const Command& command, const Ended& ended) const {
  Files files = files_in(place_.out());
  std::erase_if(files, [](const auto& file) { return is_trial(file.first); });
  if (command.leaves == Leaves::cells)
    std::erase_if(files, [](const auto& file) { return is_timed(file.first); });
  if (command.leaves == Leaves::text) files["what is printed"] = ended.out;
  return files;
}

std::vector<CommandPoint> CommandBench::points(const Command& command) {
  start(command);
  const Ended ended = place_.run(command.arguments, {});
  if (ended.code != command.code) throw std::runtime_error(command.name + ": " + shown(ended));
  std::vector<CommandPoint> points;
  std::set<std::pair<long, std::string>> seen;  // processes have calls of one number
  for (const std::string& call : ended.calls) {
    if (!std::isdigit(static_cast<unsigned char>(call[0]))) continue;  // "end" of a process
    for (const std::string& kind : fault_kinds()) {
      if (!applies(kind, call) || (has_processes(command) && kind.starts_with("cut_"))) continue;
      if (seen.emplace(std::stol(call), kind).second)
        points.push_back({&command, {std::stol(call), kind}, call});
    }
  }
  return points;
}

std::string CommandBench::fault_of(const CommandPoint& point) {
  if (known_ != point.command) {
    start(*point.command);
    reference_ = left_by(*point.command, place_.run(point.command->arguments, {}));
    known_ = point.command;
  }
  start(*point.command);
  const Ended ended = place_.run(point.command->arguments, point.fault);
  if (std::string wrong = judge_end(point, ended); !wrong.empty()) return wrong;
  Files now = files_in(place_.work());
  std::erase_if(now, [](const auto& file) { return file.first.starts_with("out/"); });
  if (const std::string change = difference(inputs_, now); !change.empty())
    return "an input: " + change;
  return recover(*point.command);
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
  const bool named =
      (ended.err + ended.out).find(std::strerror(lacks_space(kind) ? ENOSPC : EIO)) !=
      std::string::npos;
  return named || has_processes(*point.command) ? "" : "the cause is not named: " + shown(ended);
}

/// The same command, or its remedy, ends in the bytes of one that met no fault.
std::string CommandBench::recover(const Command& command) const {
  Ended ended = place_.run(command.arguments, {});
  std::string wrong = difference(reference_, left_by(command, ended));
  if (!wrong.empty() && !command.remedy.empty()) {
    ended = place_.run(command.remedy, {});
    wrong = difference(reference_, left_by(command, ended));
  }
  return wrong.empty() ? "" : "once more: " + wrong + ", " + shown(ended) + ended.out;
}

}  // namespace tactus::sweep
