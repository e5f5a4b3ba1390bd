/// \file process_state.hpp  What belongs to the whole program and a plugin must not change: the
/// working directory, the locale, and who handles signals.
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

  /// What differs now, in words ("it changed the working directory"); empty: nothing. What differs is
  /// put back, so that what is still written goes where it should.
  std::string put_back() const;

 private:
  static constexpr std::array kSignals{SIGSEGV, SIGBUS,  SIGFPE,  SIGILL, SIGABRT, SIGTRAP,
                                       SIGSYS,  SIGINT,  SIGTERM, SIGHUP, SIGQUIT, SIGUSR1,
                                       SIGUSR2, SIGXCPU, SIGPIPE, SIGCHLD};

  bool is_folder_changed() const;
  bool is_locale_changed() const;
  std::string signal_changes() const;

  int folder_;  ///< descriptor; -1: there is none
  std::uint64_t folder_device_ = 0, folder_file_ = 0;
  std::string c_locale_;
  std::locale locale_;
  locale_t thread_locale_;
  std::array<struct sigaction, kSignals.size()> actions_{};
};

/// While it lives, the first four calls of each component from this thread are each followed by a look
/// at the state: what one of them changed is known by name. Later changes are found without a name, at
/// the next look that is taken every so many steps.
class CloseLook {
 public:
  explicit CloseLook(const ProcessState& state) noexcept;
  ~CloseLook();
  CloseLook(const CloseLook&) = delete;
  CloseLook& operator=(const CloseLook&) = delete;

  /// The state to be compared after a call of this component, which is counted. Null: nobody looks, or
  /// the component has been looked at often enough.
  static const ProcessState* now(Kind kind, const char* type) noexcept;

 private:
  const ProcessState* before_;
};

}  // namespace tactus::core
