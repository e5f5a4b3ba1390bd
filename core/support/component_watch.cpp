#include "core/support/component_watch.hpp"

#include <algorithm>
#include <atomic>
#include <charconv>

#include "core/support/last_words.hpp"

namespace tactus::core {
namespace {

constexpr int kDepth = 8;           ///< nested calls that are recorded
constexpr int kMostThreads = 1100;  ///< the command line allows 1024

/// The calls of one thread. Only that thread writes them; all threads read them.
struct alignas(64) ThreadCalls {
  struct Entry {
    std::atomic<Kind> kind{};
    std::atomic<const char*> type{nullptr}, when{nullptr};
  };
  std::atomic<bool> taken{false};
  std::atomic<int> depth{0};
  std::atomic<std::uint64_t> count{0};  ///< number of outermost calls
  std::array<Entry, kDepth> entry;

  Called at(int level) const noexcept {
    const Entry& e = entry[static_cast<std::size_t>(std::clamp(level, 0, kDepth - 1))];
    return {e.kind.load(std::memory_order_relaxed), e.type.load(std::memory_order_relaxed),
            e.when.load(std::memory_order_relaxed)};
  }
};

// Global because signal handlers receive no argument of ours, and lock-free because they may
// interrupt any code.
std::array<ThreadCalls, kMostThreads> all_calls;
ThreadCalls calls_of_the_rest;  ///< shared by threads beyond kMostThreads
std::atomic<Index> step_now{-1};
std::atomic<Real> time_now{0};
static_assert(std::atomic<Real>::is_always_lock_free && std::atomic<Kind>::is_always_lock_free);

thread_local ThreadCalls* calls_here = nullptr;

/// Returns the record of a thread when the thread ends, but not in the middle of a call: exit()
/// destroys thread-local objects before exit handlers ask which component called it.
class Membership {
 public:
  Membership() {
    for (ThreadCalls& calls : all_calls)
      if (!calls.taken.exchange(true)) {
        calls_here = &calls;
        return;
      }
    calls_here = &calls_of_the_rest;
  }
  ~Membership() {
    if (calls_here->depth.load(std::memory_order_relaxed) == 0) calls_here->taken.store(false);
  }
  Membership(const Membership&) = delete;
  Membership& operator=(const Membership&) = delete;

 private:
  AlternateStack stack_;  ///< after a stack overflow a handler needs another stack
};

ThreadCalls& calls_of_this_thread() {
  if (!calls_here) {
    thread_local const Membership membership;
  }
  return *calls_here;
}

}  // namespace

InCall::InCall(const Called& called) noexcept {
  ThreadCalls& calls = calls_of_this_thread();
  const int depth = calls.depth.load(std::memory_order_relaxed);
  if (depth < kDepth) {
    ThreadCalls::Entry& e = calls.entry[static_cast<std::size_t>(depth)];
    e.kind.store(called.kind, std::memory_order_relaxed);
    e.type.store(called.type, std::memory_order_relaxed);
    e.when.store(called.when, std::memory_order_relaxed);
  }
  if (depth == 0)
    calls.count.store(calls.count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  calls.depth.store(depth + 1, std::memory_order_release);
}

InCall::~InCall() {
  std::atomic<int>& depth = calls_here->depth;
  depth.store(depth.load(std::memory_order_relaxed) - 1, std::memory_order_release);
}

std::optional<Called> called_here() noexcept {
  if (!calls_here) return {};
  const int depth = calls_here->depth.load(std::memory_order_relaxed);
  if (depth <= 0) return {};
  return calls_here->at(depth - 1);
}

std::optional<CallsUnderWay> calls_under_way() noexcept {
  const ThreadCalls *main = nullptr, *deepest = nullptr;
  int most = 0;
  for (const ThreadCalls& calls : all_calls) {
    const int depth = calls.depth.load(std::memory_order_acquire);
    if (depth <= 0) continue;
    if (!main) main = &calls;  // records are taken in order, and the main thread comes first
    if (depth > most) deepest = &calls, most = depth;
  }
  if (!main) return {};
  return CallsUnderWay{.inner = deepest->at(most - 1),
                       .outer = main->at(0),
                       .count = main->count.load(std::memory_order_relaxed)};
}

void note_step(Index step, Real time) noexcept {
  time_now.store(time, std::memory_order_relaxed);
  step_now.store(step, std::memory_order_relaxed);
}

FixedText& FixedText::operator<<(std::string_view text) noexcept {
  const std::size_t fits = std::min(text.size(), text_.size() - size_);
  std::copy_n(text.data(), fits, text_.data() + size_);
  size_ += fits;
  return *this;
}

FixedText& FixedText::operator<<(Index number) noexcept {
  char* const end = text_.data() + text_.size();
  if (const auto r = std::to_chars(text_.data() + size_, end, number); r.ec == std::errc())
    size_ = static_cast<std::size_t>(r.ptr - text_.data());
  return *this;
}

FixedText& FixedText::operator<<(Real number) noexcept {
  char* const end = text_.data() + text_.size();
  const auto r = std::to_chars(text_.data() + size_, end, number, std::chars_format::general, 6);
  if (r.ec == std::errc()) size_ = static_cast<std::size_t>(r.ptr - text_.data());
  return *this;
}

FixedText& FixedText::who(const Called& called) noexcept {
  *this << kind_name(called.kind);
  return called.type ? *this << " \"" << std::string_view(called.type) << "\"" : *this;
}

FixedText& FixedText::when(const Called& called) noexcept {
  if (called.when) return *this << std::string_view(called.when);
  const Index step = step_now.load(std::memory_order_relaxed);
  if (step < 0) return *this << std::string_view("before the first step");
  return *this << std::string_view("in step ") << step + 1 << std::string_view(" at t = ")
               << time_now.load(std::memory_order_relaxed) << std::string_view(" s");
}

}  // namespace tactus::core
