#include "core/support/executor.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <optional>

#include "core/support/guard/calling.hpp"

namespace tactus::core {
namespace {

/// Keeps the exception of the lowest chunk that threw, which is the one that a single thread would
/// have thrown.
class FirstError {
 public:
  bool before(Index chunk) const { return chunk_.load(std::memory_order_relaxed) < chunk; }
  void keep(Index chunk) {
    const std::lock_guard lock(mutex_);
    if (before(chunk)) return;
    chunk_ = chunk;
    error_ = std::current_exception();
  }
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  std::mutex mutex_;
  std::atomic<Index> chunk_{std::numeric_limits<Index>::max()};
  std::exception_ptr error_;
};

/// A worker thread that computes for a component counts as being in a call of it, too.
class WorkFor {
 public:
  explicit WorkFor(const std::optional<Called>& caller) {
    if (!caller || called_here()) return;
    caller_ = caller;
    call_.emplace(*caller);
  }
  void expect_undisturbed() const {
    if (caller_) core::expect_undisturbed(*caller_);
  }

 private:
  std::optional<Called> caller_;
  std::optional<InCall> call_;
};

Index chunks_of(Index count, Index grain) { return (count + grain - 1) / grain; }

}  // namespace

struct ThreadPoolExecutor::Impl {
  /// The thread's own objects.
  struct Local {
    ScratchPool scratch;
    Context context;
  };

  Impl(int n, const Context& c)
      : limit(tbb::global_control::max_allowed_parallelism,
              std::max<std::size_t>(static_cast<std::size_t>(n),
                                    static_cast<std::size_t>(tbb::info::default_concurrency()))),
        arena(n), base(c) {}

  /// The context of the calling thread, updated from the base.
  Context& local(ThreadPoolExecutor& self) {
    Local& mine = locals.local();
    mine.context = base;
    mine.context.executor = &self;
    mine.context.scratch = &mine.scratch;
    return mine.context;
  }

  tbb::global_control limit;  ///< allows more threads than cores, which tests of determinism need
  tbb::task_arena arena;
  const Context& base;
  tbb::enumerable_thread_specific<Local> locals;
};

ThreadPoolExecutor::ThreadPoolExecutor(int threads, const Context& base)
    : impl_(
          std::make_unique<Impl>(threads > 0 ? threads : tbb::info::default_concurrency(), base)) {}
ThreadPoolExecutor::~ThreadPoolExecutor() = default;

int ThreadPoolExecutor::threads() const { return impl_->arena.max_concurrency(); }

void ThreadPoolExecutor::for_each(Index count, Index grain,
                                  FunctionRef<void(Range, Context&)> body) {
  if (grain < 1) throw PreconditionError("Executor: the grain is at least 1");
  const Index chunks = chunks_of(std::max<Index>(count, 0), grain);
  FirstError error;
  const std::optional<Called> caller = called_here();
  const auto run = [&](Index chunk) {
    if (error.before(chunk)) return;
    Context& local = impl_->local(*this);
    const Scratch::Frame frame(*local.scratch);
    const WorkFor work(caller);
    try {
      body({chunk * grain, std::min(count, (chunk + 1) * grain)}, local);
      work.expect_undisturbed();
    } catch (...) {
      error.keep(chunk);
    }
  };
  if (chunks <= 1 || threads() == 1) {
    for (Index c = 0; c < chunks; ++c) run(c);
  } else {
    impl_->arena.execute([&] { tbb::parallel_for(Index{0}, chunks, run); });
  }
  error.rethrow();
}

Real ThreadPoolExecutor::sum(Index count, Index grain, FunctionRef<Real(Range, Context&)> body) {
  if (grain < 1) throw PreconditionError("Executor: the grain is at least 1");
  Scratch& scratch = *impl_->local(*this).scratch;
  const Scratch::Frame frame(scratch);
  const Out<Real> part = scratch.take<Real>(chunks_of(std::max<Index>(count, 0), grain));
  for_each(count, grain, [&](Range range, Context& local) {
    part[static_cast<std::size_t>(range.begin / grain)] = body(range, local);
  });
  Real total = 0;
  for (const Real p : part) total += p;
  return total;
}

Real ThreadPoolExecutor::dot(View<Real> a, View<Real> b) {
  if (a.size() != b.size()) throw PreconditionError("Executor::dot: lengths differ");
  constexpr Index grain = 4096, series = 8;
  return sum(static_cast<Index>(a.size()), grain, [&](Range range, Context&) {
    Real s[series] = {};
    const Real *x = a.data() + range.begin, *y = b.data() + range.begin;
    const Index n = range.size(), whole = n / series * series;
    for (Index i = 0; i < whole; i += series)
      for (Index k = 0; k < series; ++k) s[k] += x[i + k] * y[i + k];
    for (Index i = whole; i < n; ++i) s[i - whole] += x[i] * y[i];
    return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
  });
}

Runtime::Runtime(int threads, CallbackLog::Callback log, std::uint64_t seed, Level least)
    : log_(
          log ? std::move(log) : [](Level, std::string_view) {}, least),
      executor_(threads, context_) {
  context_.executor = &executor_;
  context_.scratch = &scratch_;
  context_.log = &log_;
  context_.seed = seed;
}

}  // namespace tactus::core
