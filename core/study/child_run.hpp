/// \file child_run.hpp  A run of the program itself in a process of its own, watched: how long it takes,
/// how much memory it holds, and how it ends.
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

/// How a process ended.
struct ChildEnd {
  enum class Cause : std::uint8_t { exited, signalled, timeout, memory };
  Cause cause = Cause::exited;
  int code = 0;      ///< exit code, or signal
  Real wall = 0;     ///< s
  Real memory = 0;   ///< MiB, the most that was seen
  std::string said;  ///< standard error and output, their last part
};

class ChildRun {
 public:
  /// Starts `tactus ARGUMENTS` without a shell. It ends when this process does, however that ends.
  /// @param log  file for what it says; removed by end()
  /// @throws FileError where no process can be started
  ChildRun(const std::vector<std::string>& arguments, std::filesystem::path log);
  /// Kills it if it still runs.
  ~ChildRun();
  ChildRun(ChildRun&& other) noexcept;
  ChildRun& operator=(ChildRun&&) = delete;

  /// Looks at its memory and its time, kills it beyond the limits (s, MiB), and says how it ended if it
  /// has.
  std::optional<ChildEnd> look(Real wall_limit, Real memory_limit);
  /// Asks it to write a checkpoint and end.
  void ask_to_stop() const;
  /// Readable once it has ended; -1 where the system has no such thing.
  int descriptor() const { return ended_.get(); }

 private:
  using Clock = std::chrono::steady_clock;
  Real elapsed() const;
  std::string take_log() const;

  pid_t process_ = -1;
  std::filesystem::path log_;
  Descriptor ended_;
  Clock::time_point start_;
  Real memory_ = 0;
  std::optional<ChildEnd::Cause> killed_for_;
};

/// Waits until one of them has ended, at most `seconds`.
void wait_for_any(const std::vector<const ChildRun*>& children, Real seconds);

/// "11 (Segmentation fault)".
std::string signal_in_words(int signal);

}  // namespace tactus::core
