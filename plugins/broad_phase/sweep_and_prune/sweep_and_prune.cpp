// The broad phase sweep_and_prune: the ends of boxes stay in order from call to call, and pairs come
// and go where two ends change places. README.md in this folder has its steps and limits.
#include <tactus/boxes/kept_states.hpp>
#include <tactus/boxes/ordered_ends.hpp>
#include <tactus/plugin.hpp>

#include "pair_set.hpp"

namespace {
using namespace tactus;
using namespace sweep_and_prune;

class SweepAndPrune final : public BroadPhase {
 public:
  struct Options {
    Real patience = 0.5;
    void describe(OptionVisitor& o) {
      o.real("patience", patience)
          .at_least(0)
          .at_most(1000)
          .help(
              "swaps of a call, over the comparisons of boxes that sorting afresh has cost, after "
              "which the lists are sorted afresh");
    }
  };
  explicit SweepAndPrune(const Options& o) : patience_(o.patience) {}
  void measure(MetricVisitor& m) const override {
    m.integer("box_tests", tests_, Reduce::sum, "pairs of boxes compared");
    m.integer("swaps", swaps_, Reduce::sum, "pairs of ends that changed places");
    m.integer("lists_sorted", sorted_, Reduce::sum, "times that lists were sorted afresh");
  }

 private:
  template <int D>
  struct State {
    boxes::SameThings same;
    boxes::OrderedEnds<D> ends;
    PairSet pairs;
    Index tests_when_sorted = 0;
  };

  void do_candidates(const BoxQuery& query, std::vector<Pair>& pairs, Context&) override {
    query.first->dim == 2 ? search(plane_.of(query.identity), query, pairs)
                          : search(space_.of(query.identity), query, pairs);
  }

  template <int D>
  void search(State<D>& state, const BoxQuery& query, std::vector<Pair>& pairs) {
    const boxes::JoinedBoxes joined(query);
    if (!state.same.check(query) || !follow(state, joined)) sort(state, joined, query);
    state.pairs.append_to(pairs);
  }

  template <int D>
  void sort(State<D>& state, const boxes::JoinedBoxes& joined, const BoxQuery& query) {
    ++sorted_;
    state.ends.collect(joined);
    for (int d = 0; d < D; ++d) {
      auto& list = state.ends.axis(d);
      // By code where ends are equal: the same lists whatever the sort
      std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
        return a.before(b) || (!b.before(a) && a.code < b.code);
      });
    }
    state.ends.note_places();
    state.pairs.clear();
    state.tests_when_sorted = state.ends.sweep(joined, query, [&](Index k, Index l) {
      Pair pair;
      if (joined.pair_of(k, l, pair)) state.pairs.insert(pair);
    });
    tests_ += state.tests_when_sorted;
  }

  /// Insertion sort: each pair of ends that are in the wrong order changes places once. Of boxes that
  /// begin to overlap, along some axis a lower end passes an upper one; of those that cease to, an
  /// upper one passes a lower one. False: there are too many swaps, and the lists are of no use.
  template <int D>
  bool follow(State<D>& state, const boxes::JoinedBoxes& joined) {
    state.ends.move(joined);
    auto left = static_cast<Index>(patience_ * static_cast<Real>(state.tests_when_sorted)) +
                16 * joined.count();
    for (int d = 0; d < D; ++d) {
      auto& list = state.ends.axis(d);
      for (std::size_t k = 1; k < list.size(); ++k) {
        const auto end = list[k];
        std::size_t at = k;
        for (; at > 0 && end.before(list[at - 1]); --at) {
          if (left-- == 0) return false;
          pass(end.code, list[at - 1].code, joined, state.pairs);
          list[at] = list[at - 1];
        }
        list[at] = end;
        swaps_ += static_cast<Index>(k - at);
      }
    }
    return true;
  }

  void pass(std::uint32_t end, std::uint32_t other, const boxes::JoinedBoxes& joined,
            PairSet& pairs) {
    if ((end & 1) == (other & 1)) return;
    const auto k = static_cast<Index>(end / 2), l = static_cast<Index>(other / 2);
    Pair pair;
    if (end & 1) {
      if (joined.pair_of(k, l, pair)) pairs.erase(pair);
    } else {
      ++tests_;
      if (joined.overlap(k, l) && joined.pair_of(k, l, pair)) pairs.insert(pair);
    }
  }

  Real patience_;
  boxes::KeptStates<State<2>> plane_;
  boxes::KeptStates<State<3>> space_;
  Index tests_ = 0, swaps_ = 0, sorted_ = 0;
};

}  // namespace

TACTUS_PLUGIN(SweepAndPrune, "sweep_and_prune",
              "Ends of boxes kept in order along each axis, pairs by swaps")
