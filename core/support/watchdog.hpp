/// \file watchdog.hpp  Says who has been computing for long.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace tactus::core {

/// A thread that looks at the calls of components now and then. One that has not returned for a
/// while is named, and again each time that has doubled: a large model may need that long, a plugin
/// in an endless loop looks the same.
class Watchdog {
 public:
  using Say = std::function<void(std::string_view)>;  ///< called from the watchdog's own thread

  /// @param first  how long a call takes before something is said
  Watchdog(std::chrono::milliseconds first, Say say);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  void watch();
  void look(std::chrono::steady_clock::time_point now);

  std::chrono::milliseconds first_;
  Say say_;
  std::uint64_t call_ = 0;  ///< the call that was under way at the last look
  std::chrono::steady_clock::time_point since_;
  std::chrono::milliseconds next_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool end_ = false;
  std::thread thread_;
};

}  // namespace tactus::core
