/// One object that four threads ask at once.
#pragma once

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "tactus/conformance/check.hpp"

namespace tactus::conformance {

inline constexpr std::size_t kThreads = 4;

/// Calls `is_right(k)` from the k-th thread for a while: whether an answer is the one that it gets alone.
inline Finding four_threads(std::chrono::milliseconds time,
                            FunctionRef<bool(std::size_t)> is_right) {
  std::atomic<bool> same = true, failed = false;
  std::vector<std::thread> threads;
  const auto end = std::chrono::steady_clock::now() + time;
  for (std::size_t k = 0; k < kThreads; ++k)
    threads.emplace_back([&, k] {
      try {
        while (same && !failed && std::chrono::steady_clock::now() < end)
          if (!is_right(k)) same = false;
      } catch (...) {
        failed = true;
      }
    });
  for (std::thread& thread : threads) thread.join();
  if (failed) return broken("it threw when four threads asked one object");
  return same ? kept("bit for bit") : broken("four threads that ask one object get other answers");
}

}  // namespace tactus::conformance
