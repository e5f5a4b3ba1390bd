/// \file last_words.hpp  What is said when a plugin ends the program: by exit(), by a crash, by an
/// abort, or because it never returns. The program then ends with exit code 4, never with 0 and never
/// in silence. Where a library ends it, or memory runs out in a place that cannot report it, it says so
/// and ends with 2.
#pragma once

#include <cstddef>
#include <memory>

namespace tactus::core {

/// The exit code that says "a plugin".
inline constexpr int kPluginExitCode = 4;
/// The exit code that says "what was given, or the machine": files, memory.
inline constexpr int kMachineExitCode = 2;
inline constexpr const char* kOutOfMemory = "out of memory: a smaller mesh, or a larger machine";

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

/// Marks that this thread is in a library that is neither ours nor a plugin, from construction to
/// destruction. HDF5 ends the program or crashes where memory runs out, and crashes on some damaged
/// files; what is then said names it, and no plugin.
class InLibrary {
 public:
  /// @param name  e.g. "HDF5"
  /// @param doing  what for: "reading or writing a checkpoint". Texts that live as long as the program.
  InLibrary(const char* name, const char* doing) noexcept;
  ~InLibrary();
  InLibrary(const InLibrary&) = delete;
  InLibrary& operator=(const InLibrary&) = delete;

 private:
  const char *outer_name_, *outer_work_;
};

/// Handlers of exit() run in reverse order: asked for again after libraries were loaded, ours runs
/// before what they brought along.
void watch_exit_again();

/// For the handler of a second interrupt: where a component is being called, it is named and the
/// program ends with 4. Returns where there is none.
void end_if_in_call() noexcept;

}  // namespace tactus::core
