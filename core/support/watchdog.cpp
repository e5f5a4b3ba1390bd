// The watchdog tells the user which component has been computing for a long time. A plugin in an
// endless loop returns no error, and the run would otherwise be silent for ever. Whether a call is
// too long cannot be decided here, because a large model is slow, too; hence a message and no
// limit.
#include "core/support/watchdog.hpp"

#include <pthread.h>

#include <csignal>
#include <utility>

#include "core/support/component_watch.hpp"

namespace tactus::core {

Watchdog::Watchdog(std::chrono::milliseconds first, Say say)
    : first_(first), say_(std::move(say)), next_(first) {
  // The new thread inherits the mask of signals, in which all of them are blocked. Signals are then
  // delivered to the threads that are prepared for them, and this thread is never interrupted.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  // A thread that is just starting allocates. A process that is forked meanwhile would inherit the
  // locks that this takes, without the thread that releases them, so that the start is waited for.
  thread_ = std::thread([this] {
    started_.count_down();
    watch();
  });
  started_.wait();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(mutex_);
    end_ = true;
  }
  ended_.notify_one();
  thread_.join();
}

void Watchdog::watch() {
  std::unique_lock lock(mutex_);
  // A tenth of the first duration is accurate enough, and costs nothing compared with a run.
  while (!ended_.wait_for(lock, first_ / 10, [this] { return end_; }))
    look(std::chrono::steady_clock::now());
}

void Watchdog::look(std::chrono::steady_clock::time_point now) {
  const auto calls = calls_under_way();
  // The number counts outermost calls of the main thread. If it has not changed, the same call is
  // still running, however many inner calls it has made.
  const std::uint64_t call = calls ? calls->count : 0;
  if (!calls || call != call_) {
    call_ = call;
    since_ = now;
    next_ = first_;
    return;
  }
  if (now - since_ < next_) return;
  FixedText words;
  words.who(calls->inner);
  if (calls->outer.kind != calls->inner.kind)
    (words << std::string_view(" (called by ")).who(calls->outer) << std::string_view(")");
  words << std::string_view(" has been computing for ")
        << std::chrono::duration<Real>(next_).count() << std::string_view(" s ");
  words.when(calls->outer);
  say_(words.text());
  next_ *= 2;  // messages at 10 s, 20 s, 40 s, ... for a first one at 10 s
}

}  // namespace tactus::core
