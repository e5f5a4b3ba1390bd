/// \file executor.hpp  A thread pool whose results do not depend on the number of threads, and the
/// Runtime that owns everything to which a Context refers.
#pragma once

#include <memory>

#include "core/support/log.hpp"
#include "core/support/scratch.hpp"
#include "tactus/context.hpp"

namespace tactus::core {

/// An Executor over a pool of oneTBB threads. Work is divided into chunks of `grain` items whatever
/// the number of threads, and sums are formed over the chunks in order. A single chunk, or a single
/// thread, runs in the calling thread. If several chunks throw, the exception of the lowest one is
/// rethrown.
class ThreadPoolExecutor final : public Executor {
 public:
  /// `threads` 0: as many as the machine has. The contexts of the threads are copied from `base`
  /// (step, scales, log, seed, stop) at each chunk; it outlives the executor.
  ThreadPoolExecutor(int threads, const Context& base);
  ~ThreadPoolExecutor();
  ThreadPoolExecutor(const ThreadPoolExecutor&) = delete;
  ThreadPoolExecutor& operator=(const ThreadPoolExecutor&) = delete;

  int threads() const;
  void for_each(Index count, Index grain, FunctionRef<void(Range, Context&)> body) override;
  Real sum(Index count, Index grain, FunctionRef<Real(Range, Context&)> body) override;
  /// Uses partial sums of 8 interleaved series, so that the result is independent of the alignment
  /// of `a` and `b`, too.
  Real dot(View<Real> a, View<Real> b) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Executor, scratch memory and log of one run, and the Context that refers to them. The caller
/// fills the context (step, scales, stop); threads see its content at the time when a loop starts.
class Runtime {
 public:
  explicit Runtime(int threads = 1, CallbackLog::Callback log = {}, std::uint64_t seed = 0,
                   Level least = Level::info);
  Runtime(const Runtime&) = delete;
  Runtime& operator=(const Runtime&) = delete;

  Context& context() { return context_; }
  ThreadPoolExecutor& executor() { return executor_; }

 private:
  CallbackLog log_;
  ScratchPool scratch_;
  Context context_;
  ThreadPoolExecutor executor_;
};

}  // namespace tactus::core
