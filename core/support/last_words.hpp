/// \file last_words.hpp  The message that the program prints if a plugin ends it: by exit(), by a
/// crash, by an abort, or because it never returns. The exit code then is 4, so that such an end is
/// never silent and never looks like success. If a library ends the program, the message says so and
/// the exit code is 2. If memory runs out in a place that cannot report it, it is 71.
#pragma once

#include <cstddef>
#include <memory>

namespace tactus::core {

/// The exit code if a plugin is responsible.
inline constexpr int kPluginExitCode = 4;
/// The exit code if the input or the machine is responsible: files, libraries.
inline constexpr int kMachineExitCode = 2;
/// The exit code if memory ran out, which is EX_OSERR of sysexits.h. A study tells such a cell, which a larger machine
/// can run, from one that is refused.
inline constexpr int kNoMemoryExitCode = 71;
inline constexpr const char* kOutOfMemory = "out of memory: a smaller mesh, or a larger machine";

/// An alternate stack for signal handlers of the calling thread while the object lives. After a
/// stack overflow a handler can run only on another stack. Does nothing if the thread already has
/// one.
class AlternateStack {
 public:
  AlternateStack();
  ~AlternateStack();
  AlternateStack(const AlternateStack&) = delete;
  AlternateStack& operator=(const AlternateStack&) = delete;

 private:
  std::unique_ptr<std::byte[]> memory_;
};

/// Supervises a command of the program while the object lives: exit(), quick_exit() and fatal
/// signals are reported together with the component that was being called.
class LastWords {
 public:
  LastWords();
  ~LastWords();
  LastWords(const LastWords&) = delete;
  LastWords& operator=(const LastWords&) = delete;

 private:
  AlternateStack stack_;
};

/// Marks that this thread is inside a library that belongs neither to the program nor to a plugin.
/// HDF5 ends the program or crashes if memory runs out, and crashes on some damaged files. The
/// message then names this library and no plugin.
class InLibrary {
 public:
  /// @param name  e.g. "HDF5"
  /// @param doing  the purpose, "reading or writing a checkpoint". Both live as long as the
  /// program.
  InLibrary(const char* name, const char* doing) noexcept;
  ~InLibrary();
  InLibrary(const InLibrary&) = delete;
  InLibrary& operator=(const InLibrary&) = delete;

 private:
  const char *outer_name_, *outer_work_;
};

/// Handlers of exit() run in reverse order of registration. Registered again after libraries were
/// loaded, ours runs before theirs.
void watch_exit_again();

/// For the handler of a second interrupt: if a component is being called, prints its name and ends
/// the program with exit code 4. Otherwise returns.
void end_if_in_call() noexcept;

}  // namespace tactus::core
