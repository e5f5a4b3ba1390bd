/// \file pool.hpp  Runs cells in child processes, several at a time, the most expensive ones first.
#pragma once

#include <atomic>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "apps/study/child_run.hpp"

namespace tactus::core {

/// A process to start, and what to do when it has ended.
struct Job {
  std::vector<std::string> arguments;  ///< of the program
  std::filesystem::path log;           ///< file for its output; removed at the end
  Real cost = 1;                       ///< relative to other jobs
  std::function<void()> begin{};       ///< called right before the process starts
  std::function<void(const ChildEnd&)> done;
};

struct PoolSettings {
  std::size_t workers = 1;
  Real wall_limit = 0, memory_limit = 0;  ///< s and MiB, for each job; may be infinite
  /// MiB of all jobs that run at the same time. Beyond it the largest one is ended and starts again
  /// when it can run alone; a single job beyond it has ended for lack of memory.
  Real memory_in_all = std::numeric_limits<Real>::infinity();
  /// Set by an interrupt; running jobs are then asked to stop
  const std::atomic<bool>* stop = nullptr;
  std::string what{};  ///< "sliding_block"; for the progress line
  bool quiet = false;
  std::size_t before = 0;  ///< number of cells that were finished before
};

/// Runs all jobs. @returns false if it was stopped before all had ended.
bool run_jobs(std::vector<Job> jobs, const PoolSettings& settings);

}  // namespace tactus::core
