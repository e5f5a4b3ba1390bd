/// \file conformance/executors.hpp  Executors that show what depends on how work is shared out: chunks
/// in the opposite order, and threads.
#pragma once

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "serial_context.hpp"

namespace tactus::conformance {

/// One thread, the last chunk first. Any order is allowed.
class BackwardExecutor final : public Executor {
 public:
  explicit BackwardExecutor(Context& context) : context_(context) {}
  void for_each(Index count, Index grain, FunctionRef<void(Range, Context&)> body) override {
    for (Index k = (count + grain - 1) / grain; k-- > 0;)
      body({k * grain, std::min((k + 1) * grain, count)}, context_);
  }
  Real sum(Index count, Index grain, FunctionRef<Real(Range, Context&)> body) override {
    std::vector<Real> part(static_cast<std::size_t>((count + grain - 1) / grain));
    for_each(count, grain, [&](Range range, Context& local) {
      part[static_cast<std::size_t>(range.begin / grain)] = body(range, local);
    });
    Real total = 0;
    for (const Real p : part) total += p;
    return total;
  }
  Real dot(View<Real> a, View<Real> b) override { return map(a).dot(map(b)); }

 private:
  Context& context_;
};

/// Some threads, each with memory of its own, which take the chunks as they come.
class ThreadsExecutor final : public Executor {
 public:
  ThreadsExecutor(int threads, Context& context) : context_(context) {
    for (int k = 0; k < threads; ++k) memory_.push_back(std::make_unique<SerialContext>());
  }
  void for_each(Index count, Index grain, FunctionRef<void(Range, Context&)> body) override {
    std::atomic<Index> next = 0;
    std::exception_ptr thrown;
    std::mutex mutex;
    std::vector<std::thread> threads;
    for (const auto& memory : memory_)
      threads.emplace_back([&] {
        Context local = context_;
        local.executor = memory->context().executor, local.scratch = memory->context().scratch;
        try {
          for (Index k = next++; k * grain < count; k = next++)
            body({k * grain, std::min((k + 1) * grain, count)}, local);
        } catch (...) {
          const std::lock_guard lock(mutex);
          thrown = std::current_exception();
        }
      });
    for (std::thread& thread : threads) thread.join();
    if (thrown) std::rethrow_exception(thrown);
  }
  Real sum(Index count, Index grain, FunctionRef<Real(Range, Context&)> body) override {
    return BackwardExecutor(context_).sum(count, grain, body);
  }
  Real dot(View<Real> a, View<Real> b) override { return map(a).dot(map(b)); }

 private:
  Context& context_;
  std::vector<std::unique_ptr<SerialContext>> memory_;
};

}  // namespace tactus::conformance
