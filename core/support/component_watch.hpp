/// \file component_watch.hpp  Records which component each thread is calling at this moment.
///
/// A plugin may end the program (exit()), crash it, or never return. Exit handlers, signal handlers
/// and the watchdog then read here which component is responsible. Recording a call costs a few
/// nanoseconds; reading takes no lock and allocates no memory.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "tactus/plugin.hpp"

namespace tactus::core {

/// A component that is being called. The texts outlive the call.
struct Called {
  Kind kind{};
  const char* type = nullptr;  ///< null: not known
  const char* when = nullptr;  ///< "when it was made"; null: in the step under way
};

/// Marks a call of a component on this thread while the object lives. Calls may nest.
class InCall {
 public:
  explicit InCall(const Called& called) noexcept;
  ~InCall();
  InCall(const InCall&) = delete;
  InCall& operator=(const InCall&) = delete;
};

/// The innermost call on this thread, if there is one. Safe in signal handlers.
std::optional<Called> called_here() noexcept;

/// The current calls of a thread as other threads see them.
struct CallsUnderWay {
  Called inner, outer;      ///< equal unless one component calls another
  std::uint64_t count = 0;  ///< number of outermost calls of this thread so far
};

/// The calls of the program's main thread, if any. The inner one is taken from the thread with the
/// deepest nesting, because worker threads compute on behalf of the main thread. Safe in signal
/// handlers.
std::optional<CallsUnderWay> calls_under_way() noexcept;

/// Sets the step to which calls belong from now on; -1: before the first step.
void note_step(Index step, Real time) noexcept;

/// Text in a buffer of fixed size, because signal handlers must not allocate memory.
class FixedText {
 public:
  FixedText& operator<<(std::string_view text) noexcept;
  FixedText& operator<<(Index number) noexcept;
  FixedText& operator<<(Real number) noexcept;     ///< with six digits
  FixedText& who(const Called& called) noexcept;   ///< material "rubber"
  FixedText& when(const Called& called) noexcept;  ///< adds "in step 3 at t = 0.1 s"
  std::string_view text() const noexcept { return {text_.data(), size_}; }

 private:
  std::array<char, 600> text_{};
  std::size_t size_ = 0;
};

}  // namespace tactus::core
