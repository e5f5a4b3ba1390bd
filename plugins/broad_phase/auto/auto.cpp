// The broad phase auto: it measures several broad phases in the first searches and goes on with the
// fastest one. README.md in this folder says when it measures again.
#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <numeric>
#include <optional>
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

/// What is known of the candidates for the queries of one number. Those of the field make the first search, so
/// that their memory is there. Then each makes three searches in turn, of which the median counts: one that follows
/// boxes shows what it costs when it has followed them, and what it costs to begin anew is not decisive.
class Trial {
 public:
  static constexpr std::size_t kSearches = 3;

  bool is_first() const { return calls_ == 0; }
  void begin(std::vector<std::size_t> field) { field_ = std::move(field); }
  const std::vector<std::size_t>& field() const { return field_; }
  std::size_t candidate() const {
    if (is_first()) return field_.front();
    return calls_ <= kSearches * field_.size() ? field_[(calls_ - 1) / kSearches] : best_;
  }

  /// Takes note of a search. @returns whether the choice has just been made
  bool note(Real seconds, Index size) {
    if (calls_ > kSearches * field_.size()) {
      // Sizes that are twice or half of those measured, or a slow search three times running
      slow_ = seconds > 3 * least_ ? slow_ + 1 : 0;
      if (size > 2 * size_ || 2 * size < size_ || slow_ == 3) *this = {};
      return false;
    }
    if (calls_++ == 0) return false;
    const std::size_t search = calls_ - 2, one = search / kSearches;
    seconds_[search % kSearches] = seconds;
    if (search % kSearches + 1 < kSearches) return false;
    std::ranges::sort(seconds_);
    const Real median = seconds_[kSearches / 2];
    if (one == 0 || median < least_) best_ = field_[one], least_ = median;
    size_ = size;
    return calls_ > kSearches * field_.size();
  }
  std::size_t best() const { return best_; }
  Real least() const { return least_; }

 private:
  std::vector<std::size_t> field_;  ///< the candidates that are measured
  std::size_t calls_ = 0, best_ = 0;
  std::array<Real, kSearches> seconds_{};  ///< of the candidate that is measured
  Real least_ = 0;                         ///< s, of the best one
  Index size_ = 0;                         ///< boxes and pairs
  int slow_ = 0;
};

/// Some thousand of the boxes of a query, evenly spread: a search that takes a time with the square of the number
/// of boxes shows here what it is, and is spared the rest.
class Sample {
 public:
  static constexpr Index kBoxes = 2048;  ///< at most this many of each set

  static bool is_needed(const BoxQuery& query) {
    return query.first->count > kBoxes || (query.second && query.second->count > kBoxes);
  }
  explicit Sample(const BoxQuery& query) : query_(query), first_(*query.first) {
    query_.first = &first_.boxes;
    if (query.second) query_.second = &second_.emplace(*query.second).boxes;
    query_.identity = ~query.identity;
  }
  Sample(const Sample&) = delete;
  Sample& operator=(const Sample&) = delete;
  const BoxQuery& query() const { return query_; }

 private:
  struct Set {
    explicit Set(const Boxes& all) : boxes{.dim = all.dim, .corners = all.corners} {
      const Index stride = (all.count + kBoxes - 1) / kBoxes;
      for (Index i = 0; i < all.count; i += std::max<Index>(stride, 1), ++boxes.count) {
        bounds.insert(bounds.end(), all.lower(i), all.upper(i) + all.dim);
        body.push_back(all.body[static_cast<std::size_t>(i)]);
        for (Index k = i * all.corners; !all.corner.empty() && k < (i + 1) * all.corners; ++k)
          corner.push_back(all.corner[static_cast<std::size_t>(k)]);
      }
      boxes.bounds = bounds, boxes.body = body, boxes.corner = corner;
    }
    std::vector<Real> bounds;
    std::vector<std::int32_t> body;
    std::vector<Index> corner;
    Boxes boxes;
  };
  BoxQuery query_;
  Set first_;
  std::optional<Set> second_;
};

class Auto final : public BroadPhase {
 public:
  struct Options {
    std::vector<std::unique_ptr<BroadPhase>> candidates;
    void describe(OptionVisitor& o) {
      o.parts("candidates", candidates)
          .optional()
          .length(2, 16)
          .help("broad phases of which the fastest one is taken");
    }
  };
  explicit Auto(Options o) : candidates_(std::move(o.candidates)) {
    for (const auto& one : candidates_) sorted_.push_back(provides(*one, capability::sorted));
  }
  void capabilities(Capabilities& c) const override { c.provides(capability::sorted); }
  void measure(MetricVisitor& m) const override {
    m.integer("search_used", used_, Reduce::last,
              "which candidate of the list made the last search, counted from 1");
    m.integer("choices", choices_, Reduce::sum, "times that a candidate was chosen");
  }

 private:
  void do_candidates(const BoxQuery& query, std::vector<Pair>& pairs, Context& context) override {
    expects(!candidates_.empty(), "auto has no candidates");
    Trial& trial = trials_.of(query.identity);
    if (trial.is_first()) {
      trial.begin(field(query, context));
      for (const std::size_t other : View<std::size_t>(trial.field()).subspan(1)) {
        found_.clear();
        candidates_[other]->candidates(query, found_, context);
        if (!sorted_[other]) tidier_.tidy(query, found_);
      }
    }
    const std::size_t one = trial.candidate();
    const Index boxes = query.first->count + (query.second ? query.second->count : 0);
    used_ = boxes > 0 ? static_cast<Index>(one) + 1 : 0;
    const std::size_t before = pairs.size();
    const Real start = processor_time();
    search(one, query, pairs, context);
    const Real seconds = processor_time() - start;
    const auto found = static_cast<Index>(pairs.size() - before);
    if (!trial.note(seconds, boxes + found)) return;
    ++choices_;
    std::array<char, 160> text{};  // a stream would take memory
    std::snprintf(text.data(), text.size(),
                  "auto: candidate %zu of %zu is the fastest for %lld boxes: %.3g ms a search",
                  trial.best() + 1, candidates_.size(), static_cast<long long>(boxes),
                  1e3 * trial.least());
    context.log->write(Level::info, text.data());
  }

  /// Those that are worth a search among all boxes.
  std::vector<std::size_t> field(const BoxQuery& query, Context& context) {
    constexpr Real kFar = 4;  // times the least time of a sample
    std::vector<std::size_t> all(candidates_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    if (!Sample::is_needed(query)) return all;
    const Sample sample(query);
    std::vector<Real> least(all.size(), kUnlimited);
    for (int repeat = 0; repeat < 2; ++repeat)  // the first search makes memory
      for (const std::size_t one : all) {
        found_.clear();
        const Real start = processor_time();
        candidates_[one]->candidates(sample.query(), found_, context);
        least[one] = std::min(least[one], processor_time() - start);
      }
    const Real best = *std::ranges::min_element(least);
    std::erase_if(all, [&](std::size_t one) { return least[one] > kFar * best; });
    return all;
  }

  /// Appends pairs in order, which must not tell who found them.
  void search(std::size_t one, const BoxQuery& query, std::vector<Pair>& pairs, Context& context) {
    if (sorted_[one]) return candidates_[one]->candidates(query, pairs, context);
    found_.clear();
    candidates_[one]->candidates(query, found_, context);
    tidier_.tidy(query, found_);
    pairs.insert(pairs.end(), found_.begin(), found_.end());
  }

  std::vector<std::unique_ptr<BroadPhase>> candidates_;
  std::vector<std::uint8_t> sorted_;  ///< 1: its pairs come in order
  boxes::KeptStates<Trial> trials_;
  std::vector<Pair> found_;
  boxes::Tidier tidier_;
  Index used_ = 0, choices_ = 0;
};

}  // namespace

TACTUS_PLUGIN(Auto, "auto", "Several broad phases, of which the fastest is measured and taken")
