/// \file command_sweep.hpp  Every fault at every call on files of the commands that read runs or write beside them:
/// what is tried, and what has to hold after it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "process.hpp"
#include "results.hpp"

namespace tactus::sweep {

/// What is compared with that of a command without a fault.
enum class Leaves {
  text,   ///< what is printed
  page,   ///< a file in out/, which is there before
  files,  ///< out/ and its files
  cells,  ///< out/ as that of a study, with all cells
};

/// What has left out/ as a command finds it.
struct Before {
  std::vector<std::string> arguments;
  std::string stopped_at;  ///< words of the call at which SIGTERM stops it; empty: it ends
};

/// A command that is swept, with the results that it leaves in out/ or prints.
struct Command {
  std::string name;
  std::vector<std::string> arguments;
  Leaves leaves = Leaves::text;
  int code = 0;  ///< with which it ends without a fault
  std::optional<Before> before{};
  std::string
      until{};  ///< words of the first call that is like one of another command, as are those after it
};
const std::vector<Command>& commands();

/// Writes what they read into `folder`, but for the results of `runs_before_commands`.
void write_inputs(const std::filesystem::path& folder);
const std::vector<std::vector<std::string>>& runs_before_commands();

/// One fault at one call of a command.
struct CommandPoint {
  const Command* command = nullptr;
  FaultAt fault;
  std::string call;  ///< as the log of the command without a fault has it
};

/// A place of its own with two finished runs, a study and friction problems; one for each thread.
class CommandBench {
 public:
  /// @throws std::runtime_error where a command without a fault does not do what it should.
  explicit CommandBench(const std::filesystem::path& root);

  /// @throws std::runtime_error where the command itself does not leave what it would leave in no folder.
  std::vector<CommandPoint> points(const Command& command);

  /// Tries one point. Says what is wrong, or nothing: "".
  std::string fault_of(const CommandPoint& point);

 private:
  void know(const Command& command);
  void start(const Command& command);
  void start_empty(const Command& command);
  Files left_by(const Command& command, const Ended& ended) const;
  std::string judge_end(const CommandPoint& point, const Ended& ended) const;
  std::string recover(const CommandPoint& point, const Ended& first) const;

  std::filesystem::path root_;
  Place place_;
  Files inputs_;     ///< which nothing may change
  Files reference_;  ///< of the command that was asked for last, started without out/
  const Command* known_ = nullptr;
};

}  // namespace tactus::sweep
