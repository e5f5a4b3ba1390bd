// The broad phase bvh: a tree of bounding boxes that follows the boxes while they move, and is made
// again when queries have become dearer. README.md in this folder has its steps and limits.
#include <tactus/boxes/kept_states.hpp>
#include <tactus/plugin.hpp>

#include "tree.hpp"

namespace {
using namespace tactus;
using namespace bvh;

class BoundingVolumes final : public BroadPhase {
 public:
  struct Options {
    Real loss = 0.3;
    void describe(OptionVisitor& o) {
      o.real("loss", loss)
          .at_least(0)
          .help(
              "the tree is made again where a query visits more than 1 + loss times the nodes that "
              "it visited when it was made");
    }
  };
  explicit BoundingVolumes(const Options& o) : loss_(o.loss) {}
  void measure(MetricVisitor& m) const override {
    m.integer("box_tests", tests_, Reduce::sum, "pairs of boxes compared");
    m.integer("node_visits", visits_, Reduce::sum, "nodes of the tree compared with boxes");
    m.integer("trees_built", built_, Reduce::sum, "trees made, not fitted to boxes that moved");
  }

 private:
  template <int D>
  struct State {
    boxes::SameThings same;
    Tree<D> tree;
    Index visits_when_built = 0;
  };

  void do_candidates(const BoxQuery& query, std::vector<Pair>& pairs, Context&) override {
    query.first->dim == 2 ? search(plane_.of(query.identity), query, pairs)
                          : search(space_.of(query.identity), query, pairs);
  }

  template <int D>
  void search(State<D>& state, const BoxQuery& query, std::vector<Pair>& pairs) {
    endless_.collect<D>(query);
    const Boxes& second = query.second ? *query.second : *query.first;
    const View<Index> endless = endless_.of(query.second ? 1 : 0);
    const std::size_t before = pairs.size();
    if (state.same.check(query) && state.tree.refit(second, endless)) {
      const Index visits = find(state.tree, query, pairs);
      if (static_cast<Real>(visits) <= (1 + loss_) * static_cast<Real>(state.visits_when_built))
        return finish(query, pairs);
      pairs.resize(before);  // at once: the same query has the same answer in the same order
    }
    state.tree.build(second, endless);
    ++built_;
    state.visits_when_built = find(state.tree, query, pairs);
    finish(query, pairs);
  }

  template <int D>
  Index find(const Tree<D>& tree, const BoxQuery& query, std::vector<Pair>& pairs) {
    const Index visits = query.second ? between(tree, query, pairs) : within(tree, query, pairs);
    visits_ += visits;
    return visits;
  }
  void finish(const BoxQuery& query, std::vector<Pair>& pairs) {
    tests_ += endless_.search(query, pairs);
  }

  /// Each leaf asks for the leaves behind it, and compares box by box.
  template <int D>
  Index within(const Tree<D>& tree, const BoxQuery& query, std::vector<Pair>& pairs) {
    Index visits = 0;
    const View<TreeBox<D>> all = tree.boxes();
    for (const auto& own : tree.nodes()) {
      if (!own.leaf()) continue;
      const bool alone = own.body >= 0 && !query.self[static_cast<std::size_t>(own.body)];
      visits += tree.query(own.bounds, own.begin, alone ? own.body : kNone, [&](const auto& other) {
        for (Index k = own.begin; k < own.end; ++k)
          for (Index l = std::max(k + 1, other.begin); l < other.end; ++l)
            compare(all[static_cast<std::size_t>(k)], all[static_cast<std::size_t>(l)], query,
                    pairs);
      });
    }
    return visits;
  }

  template <int D>
  void compare(const TreeBox<D>& a, const TreeBox<D>& b, const BoxQuery& query,
               std::vector<Pair>& pairs) {
    ++tests_;
    if (!a.bounds.overlap(b.bounds)) return;
    const Pair pair{std::min(a.index, b.index), std::max(a.index, b.index)};
    if (query.wanted(pair.first, pair.second)) pairs.push_back(pair);
  }

  template <int D>
  Index between(const Tree<D>& tree, const BoxQuery& query, std::vector<Pair>& pairs) {
    Index visits = 0;
    for (Index i = 0; i < query.first->count; ++i) {
      const Bounds<D> own = boxes::bounds_of<D>(*query.first, i);
      if (!own.finite()) continue;  // among the boxes without end
      const auto body = query.first->body[static_cast<std::size_t>(i)];
      const bool alone = !query.self[static_cast<std::size_t>(body)];
      visits += tree.query(own, 0, alone ? body : kNone, [&](const auto& leaf) {
        for (Index l = leaf.begin; l < leaf.end; ++l) {
          const TreeBox<D>& b = tree.boxes()[static_cast<std::size_t>(l)];
          ++tests_;
          if (own.overlap(b.bounds) && query.wanted(i, b.index)) pairs.push_back({i, b.index});
        }
      });
    }
    return visits;
  }

  Real loss_;
  boxes::KeptStates<State<2>> plane_;
  boxes::KeptStates<State<3>> space_;
  boxes::EndlessBoxes endless_;
  Index tests_ = 0, visits_ = 0, built_ = 0;
};

}  // namespace

TACTUS_PLUGIN(BoundingVolumes, "bvh",
              "A tree of bounding boxes in Morton order, fitted again as boxes move")
