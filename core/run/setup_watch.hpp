/// \file setup_watch.hpp  The time before the first step: what is being done is shown, and an interrupt ends
/// the program at once, whatever a mesh generator or a plugin is busy with.
///
/// That is safe because nothing has been written yet. It takes a thread of its own because the work of this
/// time has no steps between which it could be asked to stop.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "core/output/progress.hpp"

namespace tactus::core {

class SetupWatch {
 public:
  struct Settings {
    const std::atomic<bool>* stop = nullptr;  ///< null: nobody interrupts
    bool quiet = false;
    /// Called before the program ends, from the thread of the watch.
    std::function<void()> before_exit;
    std::string farewell;  ///< what the program says then
  };
  explicit SetupWatch(Settings settings);
  ~SetupWatch() { end(); }
  SetupWatch(const SetupWatch&) = delete;
  SetupWatch& operator=(const SetupWatch&) = delete;

  /// What is done from now on: "building the model".
  void stage(std::string_view words);
  /// Once this has returned, the watch ends the program no more: files may be written.
  void end();

 private:
  void watch();

  Settings settings_;
  Progress progress_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool over_ = false;
  std::string words_;
  std::thread thread_;
};

}  // namespace tactus::core
