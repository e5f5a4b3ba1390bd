/// \file child_run.hpp  Starts the program itself as a child process and watches it: its time, its
/// memory, and how it ends.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/support/regular_file.hpp"
#include "tactus/types.hpp"

namespace tactus::core {

/// Exit codes by which a run tells the study that started it that the files failed and not the cell:
/// those of sysexits.h for input and output, and for what may be tried later. Before them one for a
/// configuration without a mistake whose parts do not fit together.
inline constexpr int kDoesNotFit = 73, kFilesFailed = 74, kFolderBusy = 75;

/// How a process ended.
struct ChildEnd {
  /// no_memory: the system ended it, because the machine or the group of processes had none left
  enum class Cause : std::uint8_t { exited, signalled, timeout, memory, no_memory };
  Cause cause = Cause::exited;
  int code = 0;      ///< exit code, or signal
  Real wall = 0;     ///< s
  Real cpu = 0;      ///< s of processor time, of all of its threads
  Real load = 0;     ///< of the machine when it ended: processes that run or want to, over a minute
  Real memory = 0;   ///< MiB at most; of one that held less than this program, the largest seen
  std::string said;  ///< last part of standard error and output
};

class ChildRun {
 public:
  /// Starts `tactus ARGUMENTS` without a shell. The child ends when this process does, in whatever
  /// way.
  /// @param log  file for its output; removed by end()
  /// @throws FileError if no process can be started
  ChildRun(const std::vector<std::string>& arguments, std::filesystem::path log);
  /// Kills the child if it still runs.
  ~ChildRun();
  ChildRun(ChildRun&& other) noexcept;
  ChildRun& operator=(ChildRun&&) = delete;

  /// Measures memory and time of the child, kills it beyond the limits (s, MiB), and returns how it
  /// ended if it has.
  std::optional<ChildEnd> look(Real wall_limit, Real memory_limit);
  /// MiB that it held at the last look.
  Real held() const { return held_; }
  /// Kills the child, which then ends for this cause.
  void end_for(ChildEnd::Cause cause);
  /// Asks the child to write a checkpoint and end.
  void ask_to_stop() const;
  /// A descriptor that becomes readable when the child has ended; -1 if the system does not support
  /// it.
  int descriptor() const { return ended_.get(); }

 private:
  using Clock = std::chrono::steady_clock;
  Real elapsed() const;
  std::string take_log() const;

  pid_t process_ = -1;
  std::filesystem::path log_;
  Descriptor ended_;
  Clock::time_point start_;
  Real memory_ = 0, held_ = 0;
  std::size_t kills_before_ = 0;
  std::optional<ChildEnd::Cause> killed_for_;
};

/// Waits until one of the children has ended, at most `seconds`.
void wait_for_any(const std::vector<const ChildRun*>& children, Real seconds);

/// Describes a signal: "11 (Segmentation fault)".
std::string signal_in_words(int signal);

}  // namespace tactus::core
