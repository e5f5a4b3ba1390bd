/// \file watchdog.hpp  Names a component whose call has been running for a long time.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <latch>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace tactus::core {

/// A thread that periodically looks at the calls of components. A component that has not returned
/// for a while is named, and named again each time this duration has doubled. A large model may
/// need that long, but a plugin in an endless loop looks the same, so that only the user can
/// decide.
class Watchdog {
 public:
  using Say = std::function<void(std::string_view)>;  ///< called from the watchdog's own thread

  /// @param first  duration of a call before the first message
  Watchdog(std::chrono::milliseconds first, Say say);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  void watch();
  void look(std::chrono::steady_clock::time_point now);

  std::chrono::milliseconds first_;
  Say say_;
  std::uint64_t call_ = 0;  ///< the call that was running at the last look
  std::chrono::steady_clock::time_point since_;
  std::chrono::milliseconds next_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool end_ = false;
  std::latch started_{1};
  std::thread thread_;
};

}  // namespace tactus::core
