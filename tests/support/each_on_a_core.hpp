/// \file each_on_a_core.hpp  Independent pieces of work, one at a time on each core.
#pragma once

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "temporary_folder.hpp"

namespace tactus::test {

/// A `Worker` for each core, made with a folder of its own that is gone at the end.
template <class Worker>
class OnEachCore {
 public:
  OnEachCore() {
    const std::filesystem::path root = std::filesystem::canonical(folder_.path());
    for (unsigned w = 0; w < std::max(1U, std::thread::hardware_concurrency()); ++w)
      all_.push_back(std::make_unique<Worker>(root / std::to_string(w)));
  }

  Worker& first() { return *all_[0]; }

  /// Calls `work` for 0 ... count - 1, each with the worker of its core. What is answered is
  /// wrong, and comes back in alphabetical order.
  std::vector<std::string> each(std::size_t count,
                                const std::function<std::string(Worker&, std::size_t)>& work) {
    std::vector<std::string> wrong;
    std::mutex mutex;
    std::atomic<std::size_t> next{0};
    std::vector<std::jthread> threads;
    for (const auto& worker : all_)
      threads.emplace_back([&, one = worker.get()] {
        for (std::size_t i = next++; i < count; i = next++) {
          std::string answer = work(*one, i);
          const std::lock_guard lock(mutex);
          if (!answer.empty()) wrong.push_back(std::move(answer));
        }
      });
    threads.clear();
    std::ranges::sort(wrong);
    return wrong;
  }

  /// Calls `look` for one worker after the other.
  void visit(const std::function<void(const Worker&)>& look) const {
    for (const auto& worker : all_) look(*worker);
  }

 private:
  TemporaryFolder folder_;
  std::vector<std::unique_ptr<Worker>> all_;
};

}  // namespace tactus::test
