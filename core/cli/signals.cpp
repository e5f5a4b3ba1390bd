#include "core/cli/signals.hpp"

#include <csignal>

namespace tactus::cli {
namespace {

/// Set by a signal, and nothing else can be: a handler gets no argument of ours.
std::atomic<bool> stop{false};
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void on_stop(int) { stop.store(true, std::memory_order_relaxed); }

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
  constexpr int once = static_cast<int>(SA_RESETHAND | SA_RESTART);
  handle(SIGINT, on_stop, once);
  for (const int signal : {SIGTERM, SIGXCPU, SIGUSR1}) handle(signal, on_stop, SA_RESTART);
  if (!is_ignored(SIGHUP)) handle(SIGHUP, on_stop, SA_RESTART);
  handle(SIGPIPE, SIG_IGN, 0);
  return stop;
}

}  // namespace tactus::cli
