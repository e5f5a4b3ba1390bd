/// \file component_watch.hpp  Which component is being called at this moment, on each thread.
///
/// A plugin may end the program (exit()), crash it, or never return. What can then still be said is
/// read from here: by exit handlers, by signal handlers and by the watchdog. Writing costs a few
/// nanoseconds a call; reading takes no lock and no memory.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "tactus/plugin.hpp"

namespace tactus::core {

/// A component in a call. The texts outlive the call.
struct Called {
  Kind kind{};
  const char* type = nullptr;  ///< null: the one that name_component() gave to its kind
  const char* when = nullptr;  ///< "when it was made"; null: in the step under way
};

/// Marks a call of a component on this thread, from construction to destruction. Calls nest.
class InCall {
 public:
  explicit InCall(const Called& called) noexcept;
  ~InCall();
  InCall(const InCall&) = delete;
  InCall& operator=(const InCall&) = delete;
};

/// The innermost call on this thread; nothing outside of calls. Safe in signal handlers.
std::optional<Called> called_here() noexcept;

/// Calls under way as another thread sees them.
struct CallsUnderWay {
  Called inner, outer;      ///< equal where a call of a component is not inside another one
  std::uint64_t count = 0;  ///< of outermost calls on the thread asked for, so far
};

/// The calls of the program's main thread, where the inner one is taken from the thread with most
/// calls inside each other: workers compute for the main thread. Nothing outside of calls.
/// Safe in signal handlers.
std::optional<CallsUnderWay> calls_under_way() noexcept;

/// The name of the component of a kind, for calls that do not say it. `type` lives as long as the
/// program.
void name_component(Kind kind, const char* type) noexcept;
/// The step that calls are in from now on; -1: before the first one.
void note_step(Index step, Real time) noexcept;

/// Words in memory of its own: signal handlers may not allocate.
class FixedText {
 public:
  FixedText& operator<<(std::string_view text) noexcept;
  FixedText& operator<<(Index number) noexcept;
  FixedText& operator<<(Real number) noexcept;     ///< six digits
  FixedText& who(const Called& called) noexcept;   ///< material "rubber"
  FixedText& when(const Called& called) noexcept;  ///< in step 3 at t = 0.1 s
  std::string_view text() const noexcept { return {text_.data(), size_}; }

 private:
  std::array<char, 600> text_{};
  std::size_t size_ = 0;
};

}  // namespace tactus::core
