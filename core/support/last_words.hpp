/// \file last_words.hpp  What is said when a plugin ends the program: by exit(), by a crash, by an
/// abort, or because it never returns. The program then ends with exit code 4, never with 0 and never
/// in silence.
#pragma once

#include <cstddef>
#include <memory>

namespace tactus::core {

/// The exit code that says "a plugin".
inline constexpr int kPluginExitCode = 4;

/// A stack for signal handlers of the calling thread, as long as this lives: a thread whose stack is
/// full can say so only on another one. Does nothing where the thread has one already.
class AlternateStack {
 public:
  AlternateStack();
  ~AlternateStack();
  AlternateStack(const AlternateStack&) = delete;
  AlternateStack& operator=(const AlternateStack&) = delete;

 private:
  std::unique_ptr<std::byte[]> memory_;
};

/// Watches over a command of the program, from construction to destruction: exit(), quick_exit() and
/// fatal signals meanwhile are told of, with the component that was being called.
class LastWords {
 public:
  LastWords();
  ~LastWords();
  LastWords(const LastWords&) = delete;
  LastWords& operator=(const LastWords&) = delete;

 private:
  AlternateStack stack_;
};

/// Handlers of exit() run in reverse order: asked for again after libraries were loaded, ours runs
/// before what they brought along.
void watch_exit_again();

/// For the handler of a second interrupt: where a component is being called, it is named and the
/// program ends with 4. Returns where there is none.
void end_if_in_call() noexcept;

}  // namespace tactus::core
