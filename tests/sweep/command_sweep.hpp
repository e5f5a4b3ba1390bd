/// \file command_sweep.hpp  Every fault at every call on files of the commands that read runs or write beside them:
/// what is tried, and what has to hold after it.
#pragma once

#include <filesystem>
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
  cells,  ///< out/ and its files but for those that hold times, made by several processes
};

/// A command that is swept, with the results that it leaves in out/ or prints.
struct Command {
  std::string name;
  std::vector<std::string> arguments;
  /// What ends it after faults of its parts, where the same command does not try them again.
  std::vector<std::string> remedy;
  Leaves leaves = Leaves::text;
  int code = 0;  ///< with which it ends without a fault
};
const std::vector<Command>& commands();

/// One fault at one call of a command.
struct CommandPoint {
  const Command* command = nullptr;
  FaultAt fault;
  std::string call;  ///< as the log of the command without a fault has it
};

/// A place of its own with two finished runs, a study and a friction problem; one for each thread.
class CommandBench {
 public:
  /// @throws std::runtime_error where a command without a fault does not do what it should.
  explicit CommandBench(const std::filesystem::path& root);

  std::vector<CommandPoint> points(const Command& command);

  /// Tries one point. Says what is wrong, or nothing: "".
  std::string fault_of(const CommandPoint& point);

 private:
  void start(const Command& command);
  Files left_by(const Command& command, const Ended& ended) const;
  std::string judge_end(const CommandPoint& point, const Ended& ended) const;
  std::string recover(const Command& command) const;

  Place place_;
  Files inputs_;     ///< the two runs, which nothing may change
  Files reference_;  ///< of the command that was asked for last
  const Command* known_ = nullptr;
};

}  // namespace tactus::sweep
