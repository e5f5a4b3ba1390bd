#include "core/support/time_limit.hpp"

#include <algorithm>
#include <chrono>

namespace tactus::core {
namespace {

using Seconds = std::chrono::duration<double>;
constexpr Seconds kLook{0.02};    ///< between two looks at the other flag
constexpr double kLongest = 1e9;  ///< s, 30 years: more may not fit into the clock

}  // namespace

TimeLimit::TimeLimit(double seconds, const std::atomic<bool>& request)
    : thread_([this, seconds, &request] { watch(std::min(seconds, kLongest), request); }) {}

TimeLimit::~TimeLimit() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  ended_.notify_one();
  thread_.join();
}

void TimeLimit::watch(double seconds, const std::atomic<bool>& request) {
  const auto start = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  while (!over_) {
    const Seconds left = Seconds(seconds) - (std::chrono::steady_clock::now() - start);
    if (left.count() <= 0 || request.load(std::memory_order_relaxed)) break;
    ended_.wait_for(lock, std::min(left, kLook));
  }
  flag_ = !over_;
}

}  // namespace tactus::core
