#include "core/run/setup_watch.hpp"

#include <unistd.h>

#include <chrono>

#include "core/support/atomic_file.hpp"

namespace tactus::core {
namespace {

constexpr int kInterrupted = 130;  // the program's exit code
constexpr std::chrono::milliseconds kPause{50};

}  // namespace

SetupWatch::SetupWatch(Settings settings)
    : settings_(std::move(settings)), progress_(STDERR_FILENO, settings_.quiet),
      thread_([this] { watch(); }) {}

void SetupWatch::stage(std::string_view words) {
  const std::lock_guard lock(mutex_);
  words_ = words;
  progress_.say(words_);
}

void SetupWatch::end() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  ended_.notify_one();
  if (thread_.joinable()) thread_.join();
  progress_.clear();
}

/// The lock is held until the program ends, so that no other thread starts to write meanwhile.
void SetupWatch::watch() {
  std::unique_lock lock(mutex_);
  while (!ended_.wait_for(lock, kPause, [this] { return over_; })) {
    if (settings_.stop && settings_.stop->load(std::memory_order_relaxed)) {
      progress_.clear();
      if (settings_.before_exit) settings_.before_exit();
      write_all(STDERR_FILENO, settings_.farewell + "\n");
      ::_exit(kInterrupted);
    }
    if (!words_.empty()) progress_.say(words_);
  }
}

}  // namespace tactus::core
