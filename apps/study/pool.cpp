#include "apps/study/pool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/support/progress.hpp"

namespace tactus::core {
namespace {

using Clock = std::chrono::steady_clock;

constexpr Real kLook = 0.05;    // s between two measurements of memory and time
constexpr Real kPatience = 60;  // s for writing checkpoints after a request to stop

class Pool {
 public:
  Pool(std::vector<Job> jobs, const PoolSettings& settings)
      : settings_(settings), jobs_(std::move(jobs)), total_(jobs_.size()),
        progress_(2, settings.quiet), start_(Clock::now()) {
    std::ranges::stable_sort(jobs_, std::ranges::greater(), &Job::cost);
    for (const Job& job : jobs_) cost_ += job.cost;
  }

  bool run() {
    while (next_ < jobs_.size() || !running_.empty() || !alone_.empty()) {
      if (stopped()) return stop();
      start_what_may_run();
      progress_.say(in_words());
      wait();
      look();
    }
    progress_.clear();
    return true;
  }

 private:
  struct Running {
    std::size_t job;
    ChildRun child;
    bool put_off = false;  ///< ended for the memory of others; it runs again alone
  };

  bool stopped() const { return settings_.stop && settings_.stop->load(std::memory_order_relaxed); }

  void start_what_may_run() {
    while (running_.size() < settings_.workers && next_ < jobs_.size()) start(next_++);
    if (!running_.empty() || alone_.empty()) return;
    start(alone_.back());
    alone_.pop_back();
  }

  void start(std::size_t i) {
    Job& job = jobs_[i];
    if (job.begin) job.begin();
    running_.push_back({i, ChildRun(job.arguments, job.log)});
  }

  void wait() const {
    std::vector<const ChildRun*> children;
    for (const Running& r : running_) children.push_back(&r.child);
    wait_for_any(children, kLook);
  }

  void look() {
    std::vector<Running> still;
    for (Running& r : running_) {
      const auto end = r.child.look(settings_.wall_limit, settings_.memory_limit);
      if (!end) {
        still.push_back(std::move(r));
        continue;
      }
      if (r.put_off && end->cause == ChildEnd::Cause::memory) {
        alone_.push_back(r.job);
        continue;
      }
      done_cost_ += jobs_[r.job].cost;
      ++finished_;
      jobs_[r.job].done(*end);
    }
    running_.clear();
    for (Running& r : still) running_.push_back(std::move(r));
    keep_within_memory();
  }

  void keep_within_memory() {
    Real held = 0;
    for (const Running& r : running_) held += r.child.held();
    // What was ended is still there until the system has taken its memory back.
    if (held <= settings_.memory_in_all || std::ranges::any_of(running_, &Running::put_off)) return;
    const auto largest =
        std::ranges::max_element(running_, {}, [](const Running& r) { return r.child.held(); });
    largest->put_off = running_.size() > 1;
    largest->child.end_for(ChildEnd::Cause::memory);
  }

  /// Asks runs to write a checkpoint and end. Those that do not are killed when this object is
  /// destroyed.
  bool stop() {
    progress_.clear();
    for (const Running& r : running_) r.child.ask_to_stop();
    const auto until = Clock::now() + std::chrono::duration<Real>(kPatience);
    while (!running_.empty() && Clock::now() < until) wait(), look();
    return false;
  }

  /// Estimates progress by the cost of cells; running ones count as half done.
  std::string in_words() const {
    const Real elapsed = std::chrono::duration<Real>(Clock::now() - start_).count();
    std::string text =
        fmt::format("{}: {} of {} cells, {} running", settings_.what, finished_ + settings_.before,
                    total_ + settings_.before, running_.size());
    Real running = 0;
    for (const Running& r : running_) running += jobs_[r.job].cost / 2;
    if (finished_ > 0 && done_cost_ > 0)
      text += fmt::format(
          "  about {} left",
          duration_in_words(elapsed * (cost_ - done_cost_ - running) / (done_cost_ + running)));
    return text;
  }

  const PoolSettings& settings_;
  std::vector<Job> jobs_;
  std::vector<Running> running_;
  std::vector<std::size_t> alone_;  ///< jobs that start when no other one runs
  std::size_t next_ = 0, finished_ = 0, total_ = 0;
  Real cost_ = 0, done_cost_ = 0;
  Progress progress_;
  Clock::time_point start_;
};

}  // namespace

bool run_jobs(std::vector<Job> jobs, const PoolSettings& settings) {
  return Pool(std::move(jobs), settings).run();
}

}  // namespace tactus::core
