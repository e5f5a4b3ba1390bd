/// \file process_state.hpp  The state of the process that a plugin must not change: the working
/// directory, the locale, and the signal handlers.
#pragma once

#include <array>
#include <clocale>
#include <csignal>
#include <cstdint>
#include <locale>
#include <string>

#include "tactus/kind.hpp"

namespace tactus::core {

/// The state at construction. Paths in a configuration, numbers in files and Ctrl-C depend on it.
class ProcessState {
 public:
  ProcessState();
  ~ProcessState();
  ProcessState(const ProcessState&) = delete;
  ProcessState& operator=(const ProcessState&) = delete;

  /// Describes what differs now ("it changed the working directory") and restores it, so that
  /// further output goes to the right place. Empty if nothing differs.
  std::string put_back() const;

 private:
  static constexpr std::array kSignals{SIGSEGV, SIGBUS,  SIGFPE,  SIGILL, SIGABRT, SIGTRAP,
                                       SIGSYS,  SIGINT,  SIGTERM, SIGHUP, SIGQUIT, SIGUSR1,
                                       SIGUSR2, SIGXCPU, SIGPIPE, SIGCHLD};

  bool is_folder_changed() const;
  bool is_locale_changed() const;
  std::string signal_changes() const;

  int folder_;  ///< descriptor; -1: none
  std::uint64_t folder_device_ = 0, folder_file_ = 0;
  std::string c_locale_;
  std::locale locale_;
  locale_t thread_locale_;
  std::array<struct sigaction, kSignals.size()> actions_{};
};

/// While this object lives, the state is checked after each of the first four calls of each
/// component from this thread, so that the component responsible for a change is known. Later
/// changes are found by the periodic check, which cannot tell the component.
class CloseLook {
 public:
  explicit CloseLook(const ProcessState& state) noexcept;
  ~CloseLook();
  CloseLook(const CloseLook&) = delete;
  CloseLook& operator=(const CloseLook&) = delete;

  /// The state to compare with after a call of this component, which is counted. Null if no
  /// CloseLook exists, or if the component has been checked often enough.
  static const ProcessState* now(Kind kind, const char* type) noexcept;

 private:
  const ProcessState* before_;
};

}  // namespace tactus::core
