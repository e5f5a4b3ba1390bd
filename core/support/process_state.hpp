/// \file process_state.hpp  The state of the process that a plugin must not change: the working
/// directory, the locale, and the signal handlers.
#pragma once

#include <array>
#include <clocale>
#include <csignal>
#include <cstdint>
#include <locale>
#include <optional>
#include <string>

#include "core/support/component_watch.hpp"

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

/// Records the component that this thread is calling, if any, as the one that may have changed the
/// state. Called by the functions of the C library through which that is done (core/cli). The first
/// one is kept until somebody takes it. Safe in signal handlers.
void suspect_caller() noexcept;
/// The recorded component, which is forgotten then.
std::optional<Called> take_suspect() noexcept;

/// While this object lives, the state is compared after a call of a component from this thread if a
/// component is suspected. With `every_component`, it is also compared after each of the first four
/// calls of each component, for changes by other ways than the C library. What is changed later by such
/// a way is found by the periodic check, which cannot tell the component.
class CloseLook {
 public:
  explicit CloseLook(const ProcessState& state, bool every_component = true) noexcept;
  ~CloseLook();
  CloseLook(const CloseLook&) = delete;
  CloseLook& operator=(const CloseLook&) = delete;

  /// The state to compare with after a call of this component, which is counted. Null if no
  /// CloseLook exists, or if the component has been checked often enough.
  static const ProcessState* now(const Called& called) noexcept;
  /// The state to compare with if a component is suspected; null if no CloseLook exists.
  static const ProcessState* of_suspects() noexcept;

 private:
  const ProcessState* before_;
  bool every_before_;
};

}  // namespace tactus::core
