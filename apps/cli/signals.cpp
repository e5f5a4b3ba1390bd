#include "apps/cli/signals.hpp"

#include <csignal>

#include "core/support/last_words.hpp"

namespace tactus::cli {
namespace {

/// Global because a signal handler receives no argument of ours.
std::atomic<bool> stop{false}, interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void on_stop(int) { stop.store(true, std::memory_order_relaxed); }

/// The first signal asks the run to stop. The second one ends the program and names a component
/// that does not return, since such a component would never notice the first one.
extern "C" void on_interrupt(int signal) {
  stop.store(true, std::memory_order_relaxed);
  if (!interrupted.exchange(true)) return;
  core::end_if_in_call();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

void handle(int signal, void (*handler)(int), int flags) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigaction(signal, &action, nullptr);
}

bool is_ignored(int signal) {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

void make_file_limits_errors() { handle(SIGXFSZ, SIG_IGN, 0); }

const std::atomic<bool>& stop_on_signals() {
  handle(SIGINT, on_interrupt, SA_RESTART);
  for (const int signal : {SIGTERM, SIGXCPU, SIGUSR1}) handle(signal, on_stop, SA_RESTART);
  if (!is_ignored(SIGHUP)) handle(SIGHUP, on_stop, SA_RESTART);
  handle(SIGPIPE, SIG_IGN, 0);
  return stop;
}

}  // namespace tactus::cli
