/// \file pool.hpp  Runs of cells in processes of their own, some at a time, the longest first.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "core/study/child_run.hpp"

namespace tactus::core {

/// A process to start, and what to do once it has ended.
struct Job {
  std::vector<std::string> arguments;  ///< of the program
  std::filesystem::path log;           ///< file for what it says; gone at the end
  Real cost = 1;                       ///< beside those of other jobs
  std::function<void(const ChildEnd&)> done;
};

struct PoolSettings {
  std::size_t workers = 1;
  Real wall_limit = 0, memory_limit = 0;    ///< s, MiB, of each; may be infinite
  const std::atomic<bool>* stop = nullptr;  ///< set by an interrupt: what runs is asked to stop
  std::string what;                         ///< "sliding_block"; for the progress line
  bool quiet = false;
  std::size_t before = 0;  ///< cells that were finished before
};

/// Runs all jobs. @returns false if it was stopped before all had ended.
bool run_jobs(std::vector<Job> jobs, const PoolSettings& settings);

}  // namespace tactus::core
