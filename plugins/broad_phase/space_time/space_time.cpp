// The broad phase space_time: it searches among the paths of boxes over several calls, and answers from the
// pairs of paths as long as no box leaves its own. README.md in this folder has its steps and limits.
#include <tactus/boxes/kept_states.hpp>
#include <tactus/boxes/tidy.hpp>
#include <tactus/plugin.hpp>
#include <tactus/provides.hpp>

#include "paths.hpp"

namespace {
using namespace tactus;
using space_time::Paths;

class SpaceTime final : public BroadPhase {
 public:
  struct Options {
    Index calls = 32;
    std::vector<std::unique_ptr<BroadPhase>> search;
    void describe(OptionVisitor& o) {
      o.parts("search", search)
          .required()
          .length(1, 1)
          .help("the broad phase that searches among the paths");
      o.integer("calls", calls)
          .at_least(1)
          .at_most(1024)
          .help("most calls that paths are made for");
    }
  };
  explicit SpaceTime(Options o) : options_(std::move(o)) {}
  void capabilities(Capabilities& c) const override { c.provides(capability::sorted); }
  void measure(MetricVisitor& m) const override {
    m.integer("path_searches", searches_, Reduce::sum, "searches among paths");
    m.integer("path_pairs", kept_, Reduce::last, "pairs of paths that overlap");
    m.integer("box_tests", tests_, Reduce::sum, "pairs of boxes compared, apart from searches");
  }

 private:
  struct State {
    boxes::SameThings same;
    std::array<std::vector<Index>, 2> corners;  ///< of the filter that kept pairs have passed
    Paths first, second;
    Index calls = 0;  ///< that paths are made for; 0: not yet known
    std::vector<Pair> pairs;
  };

  void do_candidates(const BoxQuery& query, std::vector<Pair>& pairs, Context& context) override {
    expects(!options_.search.empty(), "a broad phase that searches among the paths");
    State& state = states_.of(query.identity);
    const bool same = state.same.check(query) & has_same_corners(state, query);
    if (!same) {
      state.first.forget(), state.second.forget();
      state.calls = options_.calls;
    }
    const bool stands = same && state.first.hold(*query.first) &&
                        (!query.second || state.second.hold(*query.second));
    if (!stands) search(state, query, context);
    const Index found = pick(state.pairs, query, pairs, context);
    if (!stands) adapt(state, query, found);
    state.first.note(*query.first);
    if (query.second) state.second.note(*query.second);
    kept_ = static_cast<Index>(state.pairs.size());
  }

  static bool has_same_corners(State& state, const BoxQuery& query) {
    bool same = true;
    for (std::size_t set = 0; set < (query.second ? 2 : 1); ++set) {
      const View<Index> now = (set ? *query.second : *query.first).corner;
      std::vector<Index>& kept = state.corners[set];
      if (std::equal(now.begin(), now.end(), kept.begin(), kept.end())) continue;
      kept.assign(now.begin(), now.end());
      same = false;
    }
    return same;
  }

  void search(State& state, const BoxQuery& query, Context& context) {
    state.first.make(*query.first, static_cast<Real>(state.calls));
    if (query.second) state.second.make(*query.second, static_cast<Real>(state.calls));
    BoxQuery paths = query;
    paths.first = &state.first.boxes();
    if (query.second) paths.second = &state.second.boxes();
    BroadPhase& inner = *options_.search.front();
    state.pairs.clear();
    inner.candidates(paths, state.pairs, context);
    if (!provides(inner, capability::sorted)) tidier_.tidy(paths, state.pairs);
    ++searches_;
  }

  /// Appends those of the kept pairs whose boxes overlap now, in their order.
  Index pick(const std::vector<Pair>& kept, const BoxQuery& query, std::vector<Pair>& pairs,
             Context& context) {
    tests_ += static_cast<Index>(kept.size());
    return query.first->dim == 2 ? pick<2>(kept, query, pairs, context)
                                 : pick<3>(kept, query, pairs, context);
  }
  template <int D>
  Index pick(const std::vector<Pair>& kept, const BoxQuery& query, std::vector<Pair>& pairs,
             Context& context) {
    const Real* const a = query.first->bounds.data();
    const Real* const b = (query.second ? *query.second : *query.first).bounds.data();
    const std::size_t before = pairs.size();
    const auto count = static_cast<Index>(kept.size());
    pairs.resize(before + kept.size());
    number_.assign(static_cast<std::size_t>((count + kGrain - 1) / kGrain), 0);
    // Each chunk writes into its own part, which is then moved to where it belongs.
    context.executor->for_each(count, kGrain, [&](Range range, Context&) {
      Pair* const start = pairs.data() + before + range.begin;
      Pair* out = start;
      for (Index k = range.begin; k < range.end; ++k) {
        const Pair pair = kept[static_cast<std::size_t>(k)];
        const Real *p = a + 2 * D * pair.first, *q = b + 2 * D * pair.second;
        bool hit = true;
        for (int d = 0; d < D; ++d) hit &= (p[d] <= q[D + d]) & (q[d] <= p[D + d]);
        *out = pair;
        out += hit;
      }
      number_[static_cast<std::size_t>(range.begin / kGrain)] = out - start;
    });
    auto end = pairs.begin() + static_cast<std::ptrdiff_t>(before), from = end;
    for (const Index number : number_) {
      end = from == end ? end + number : std::copy(from, from + number, end);
      from += std::min<std::ptrdiff_t>(kGrain, pairs.end() - from);
    }
    pairs.erase(end, pairs.end());
    return static_cast<Index>(pairs.size() - before);
  }

  /// Paths that are too long have too many pairs, which are compared in every call.
  void adapt(State& state, const BoxQuery& query, Index found) const {
    const Index boxes = query.first->count + (query.second ? query.second->count : 0);
    const auto kept = static_cast<Index>(state.pairs.size());
    if (kept > 4 * found + boxes)
      state.calls = std::max<Index>(1, state.calls / 2);
    else if (kept < 2 * found + boxes / 2)
      state.calls = std::min(options_.calls, 2 * state.calls);
  }

  static constexpr Index kGrain = 16384;

  Options options_;
  boxes::KeptStates<State> states_;
  boxes::Tidier tidier_;
  std::vector<Index> number_;
  Index searches_ = 0, kept_ = 0, tests_ = 0;
};

}  // namespace

TACTUS_PLUGIN(SpaceTime, "space_time",
              "Pairs of the paths of boxes over several calls, kept until a box leaves its path")
