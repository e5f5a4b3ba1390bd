/// \file time_limit.hpp  Asks a long calculation to stop after some wall time.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace tactus::core {

/// Sets a flag, which is checked by those who calculate, once the time is up. The time begins with
/// the construction and ends with the destruction. Whoever asks for a limit gets results that
/// depend on the speed of the machine.
class TimeLimit {
 public:
  /// @param seconds  > 0
  /// @param request  the flag is also set when this one is; it outlives the object
  TimeLimit(double seconds, const std::atomic<bool>& request);
  ~TimeLimit();
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;

  const std::atomic<bool>& flag() const { return flag_; }

 private:
  void watch(double seconds, const std::atomic<bool>& request);

  std::atomic<bool> flag_{false};
  std::mutex mutex_;
  std::condition_variable ended_;
  bool over_ = false;  ///< the calculation has ended
  std::thread thread_;
};

}  // namespace tactus::core
