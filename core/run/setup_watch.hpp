/// \file setup_watch.hpp  Watches the time before the first step: it shows what is being done, and
/// an interrupt ends the program at once, whatever a mesh generator or a plugin is busy with.
///
/// Ending the program is safe because nothing has been written yet. A separate thread is needed
/// because the work during this time has no steps between which it could be asked to stop.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "core/support/progress.hpp"

namespace tactus::core {

class SetupWatch {
 public:
  struct Settings {
    const std::atomic<bool>* stop = nullptr;  ///< null: there are no interrupts
    bool quiet = false;
    /// Called from the watching thread before the program ends.
    std::function<void()> before_exit;
    std::string farewell;  ///< message when the program ends
  };
  explicit SetupWatch(Settings settings);
  ~SetupWatch() { end(); }
  SetupWatch(const SetupWatch&) = delete;
  SetupWatch& operator=(const SetupWatch&) = delete;

  /// Describes the current activity, such as "building the model".
  void stage(std::string_view words);
  /// Once this call has returned, the watch no longer ends the program, and files may be written.
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
