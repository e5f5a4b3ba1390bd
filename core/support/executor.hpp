/// \file executor.hpp  Threads that give the same bits whatever their number, and the Runtime that
/// owns all that a Context points to.
#pragma once

#include <memory>

#include "core/support/log.hpp"
#include "core/support/scratch.hpp"
#include "tactus/context.hpp"

namespace tactus::core {

/// Executor over a pool of oneTBB threads. Work is cut into chunks of `grain` items whatever the
/// number of threads; sums are formed over the chunks in order. One chunk, or one thread, runs in
/// the calling thread. Where bodies throw, the exception of the lowest chunk that threw comes out.
class ThreadPoolExecutor final : public Executor {
 public:
  /// `threads` 0: as many as the machine has. `base` is what the contexts of the threads are copied
  /// from (step, scales, log, seed, stop) at each chunk; it outlives the executor.
  ThreadPoolExecutor(int threads, const Context& base);
  ~ThreadPoolExecutor();
  ThreadPoolExecutor(const ThreadPoolExecutor&) = delete;
  ThreadPoolExecutor& operator=(const ThreadPoolExecutor&) = delete;

  int threads() const;
  void for_each(Index count, Index grain, FunctionRef<void(Range, Context&)> body) override;
  Real sum(Index count, Index grain, FunctionRef<Real(Range, Context&)> body) override;
  /// Partial sums of 8 interleaved series: independent of the alignment of `a` and `b` too.
  Real dot(View<Real> a, View<Real> b) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Executor, scratch memory and log of one run, and the Context that hands them out. The context is
/// the caller's to fill (step, scales, stop): threads see what it holds when a loop starts.
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
