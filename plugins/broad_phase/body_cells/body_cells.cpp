// The broad phase body_cells: bodies in cells by their centres, and a list of the neighbours of each
// body that stands until one has left its widened box. README.md has its steps and limits.
#include <tactus/boxes/kept_states.hpp>
#include <tactus/boxes/sorted_bodies.hpp>
#include <tactus/plugin.hpp>

#include "neighbours.hpp"

namespace {
using namespace tactus;
using namespace body_cells;

class BodyCells final : public BroadPhase {
 public:
  struct Options {
    Real travel = 0.1;
    void describe(OptionVisitor& o) {
      o.real("travel", travel)
          .at_least(0)
          .help(
              "motion after which the list of neighbours is made again, as a part of the mean "
              "length of bodies");
    }
  };
  explicit BodyCells(const Options& o) : travel_(o.travel) {}
  void measure(MetricVisitor& m) const override {
    m.integer("box_tests", tests_, Reduce::sum, "pairs of boxes compared");
    m.integer("body_tests", body_tests_, Reduce::sum, "pairs of bodies compared");
    m.integer("lists_made", lists_, Reduce::sum, "lists of neighbours made");
  }

 private:
  template <int D>
  struct State {
    boxes::SameThings same;
    Neighbours<D> list;
  };
  template <int D>
  struct Search {
    boxes::KeptStates<State<D>> states;
    boxes::SortedBodies<D> first, second;
    std::vector<Bounds<D>> bodies;  ///< of both sets
  };

  void do_candidates(const BoxQuery& query, std::vector<Pair>& pairs, Context&) override {
    query.first->dim == 2 ? search(plane_, query, pairs) : search(space_, query, pairs);
  }

  template <int D>
  void search(Search<D>& s, const BoxQuery& query, std::vector<Pair>& pairs) {
    s.first.collect(*query.first);
    s.bodies.clear();
    for (const auto& body : s.first.bodies()) s.bodies.push_back(body.bounds);
    if (query.second) s.second.collect(*query.second);
    if (query.second)
      for (const auto& body : s.second.bodies()) s.bodies.push_back(body.bounds);
    State<D>& state = s.states.of(query.identity);
    if (!state.same.check(query) || !state.list.stands(s.bodies)) {
      body_tests_ += state.list.make(s.bodies, travel_);
      ++lists_;
    }
    const std::size_t firsts = s.first.bodies().size();
    for (const auto& [a, b] : state.list.pairs()) {
      if (!query.second)
        compare(s.first, a, s.first, b, query, pairs);
      else if (a < firsts && b >= firsts)
        compare(s.first, a, s.second, b - firsts, query, pairs);
    }
    if (!query.second)
      for (std::size_t a = 0; a < firsts; ++a) find_within(s.first, a, query, pairs);
  }

  /// The boxes of one body that overlap the bounds of the other, each with the boxes of the other.
  template <int D>
  void compare(const boxes::SortedBodies<D>& first, std::size_t a,
               const boxes::SortedBodies<D>& second, std::size_t b, const BoxQuery& query,
               std::vector<Pair>& pairs) {
    const auto &one = first.bodies()[a], &two = second.bodies()[b];
    const std::int32_t p = one.range.body, q = two.range.body;
    ++body_tests_;
    if (p == q ? !query.self[p] : !(query.movable[p] | query.movable[q])) return;
    if (!one.bounds.overlap(two.bounds)) return;
    tests_ += first.each_overlap(one, two.bounds, [&](Index i) {
      tests_ += second.each_overlap(two, boxes::bounds_of<D>(*query.first, i), [&](Index j) {
        const Pair pair = query.second ? Pair{i, j} : Pair{std::min(i, j), std::max(i, j)};
        if (query.wanted(pair.first, pair.second)) pairs.push_back(pair);
      });
    });
  }

  template <int D>
  void find_within(const boxes::SortedBodies<D>& all, std::size_t a, const BoxQuery& query,
                   std::vector<Pair>& pairs) {
    const auto& body = all.bodies()[a];
    if (!query.self[static_cast<std::size_t>(body.range.body)]) return;
    for (Index i = body.range.begin; i < body.range.end; ++i)
      tests_ += all.each_overlap(body, boxes::bounds_of<D>(*query.first, i), [&](Index j) {
        if (j > i && query.wanted(i, j)) pairs.push_back({i, j});
      });
  }

  Real travel_;
  Search<2> plane_;
  Search<3> space_;
  Index tests_ = 0, body_tests_ = 0, lists_ = 0;
};

}  // namespace

TACTUS_PLUGIN(BodyCells, "body_cells", "Neighbour lists of bodies, from cells of their centres")
