// The broad phase auto: it measures several broad phases in the first searches and goes on with the
// fastest one. README.md in this folder says when it measures again.
#include <cstdio>
#include <ctime>
#include <tactus/boxes/kept_states.hpp>
#include <tactus/boxes/tidy.hpp>
#include <tactus/plugin.hpp>
#include <tactus/provides.hpp>

namespace {
using namespace tactus;

/// Seconds of processor time of this thread: other programs on the machine do not count.
Real processor_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<Real>(now.tv_sec) + 1e-9 * static_cast<Real>(now.tv_nsec);
}

/// What is known of the candidates for the queries of one number. All make the first search, so that
/// their memory is there and they may follow boxes that move; then each is measured once.
class Trial {
 public:
  bool is_first() const { return calls_ == 0; }
  std::size_t candidate(std::size_t candidates) const {
    if (is_first()) return 0;
    return calls_ <= candidates ? calls_ - 1 : best_;
  }

  /// Takes note of a search. @returns whether the choice has just been made
  bool note(std::size_t candidates, Real seconds, Index size) {
    if (calls_ > candidates) {
      // Sizes that are twice or half of those measured, or a slow search three times running
      slow_ = seconds > 3 * least_ ? slow_ + 1 : 0;
      if (size > 2 * size_ || 2 * size < size_ || slow_ == 3) *this = {};
      return false;
    }
    if (calls_++ == 0) return false;
    const std::size_t one = calls_ - 2;
    if (one == 0 || seconds < least_) best_ = one, least_ = seconds;
    size_ = size;
    return calls_ > candidates;
  }
  std::size_t best() const { return best_; }
  Real least() const { return least_; }

 private:
  std::size_t calls_ = 0, best_ = 0;
  Real least_ = 0;  ///< s, of the best one
  Index size_ = 0;  ///< boxes and pairs
  int slow_ = 0;
};

class Auto final : public BroadPhase {
 public:
  struct Options {
    std::vector<std::unique_ptr<BroadPhase>> candidates;
    void describe(OptionVisitor& o) {
      o.parts("candidates", candidates)
          .required()
          .length(2, 16)
          .help("broad phases of which the fastest one is taken");
    }
  };
  explicit Auto(Options o) : candidates_(std::move(o.candidates)) {}
  void capabilities(Capabilities& c) const override { c.provides(capability::sorted); }
  void measure(MetricVisitor& m) const override {
    m.integer("search_used", used_, Reduce::last,
              "which candidate of the list made the last search, counted from 1");
    m.integer("choices", choices_, Reduce::sum, "times that a candidate was chosen");
  }

 private:
  void do_candidates(const BoxQuery& query, std::vector<Pair>& pairs, Context& context) override {
    Trial& trial = trials_.of(query.identity);
    const std::size_t one = trial.candidate(candidates_.size());
    used_ = static_cast<Index>(one) + 1;
    for (std::size_t other = 1; trial.is_first() && other < candidates_.size(); ++other) {
      found_.clear();
      candidates_[other]->candidates(query, found_, context);
    }
    const Real start = processor_time();
    found_.clear();
    candidates_[one]->candidates(query, found_, context);
    // The order must not tell who found them.
    if (!provides(*candidates_[one], capability::sorted)) boxes::tidy(query, found_);
    const Real seconds = processor_time() - start;
    pairs.insert(pairs.end(), found_.begin(), found_.end());
    const Index boxes = query.first->count + (query.second ? query.second->count : 0);
    if (!trial.note(candidates_.size(), seconds, boxes + static_cast<Index>(found_.size()))) return;
    ++choices_;
    std::array<char, 160> text{};  // a stream would take memory
    std::snprintf(text.data(), text.size(),
                  "auto: candidate %zu of %zu is the fastest for %lld boxes: %.3g ms a search",
                  trial.best() + 1, candidates_.size(), static_cast<long long>(boxes),
                  1e3 * trial.least());
    context.log->write(Level::info, text.data());
  }

  std::vector<std::unique_ptr<BroadPhase>> candidates_;
  boxes::KeptStates<Trial> trials_;
  std::vector<Pair> found_;
  Index used_ = 0, choices_ = 0;
};

}  // namespace

TACTUS_PLUGIN(Auto, "auto", "Several broad phases, of which the fastest is measured and taken")
