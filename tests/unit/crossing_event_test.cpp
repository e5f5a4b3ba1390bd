// Which branch goes first, in which order events are settled, and what an accepted branch settles. Where
// costs are nearly the same Kane's projection is not unique, and neither round-off nor the order in
// which pairs were found may decide.
#include <catch2/catch.hpp>
#include <cmath>

#include "tactus/conformance/random.hpp"
#include "tactus/crossing/event.hpp"

using namespace tactus;
using namespace tactus::crossing;
using conformance::Random;

namespace {

Event event_of(Index vertex, Real cost, int rank = 0) {
  return {
      .kind = EventKind::vertex_inside,
      .first = vertex,
      .best = {.first = 0, .second = vertex, .rank = rank, .cost = cost, .numbers = {0, vertex}}};
}

std::vector<Index> sorted_vertices(std::vector<Event> events) {
  sort_by_branch(events);
  std::vector<Index> order;
  for (const Event& event : events) order.push_back(event.best.none() ? kNone : event.first);
  return order;
}

/// A branch of gap -0.2 m that moves 4 kg.
constexpr BranchState kState{
    .gap_old = 0.1, .gap = -0.2, .in_range = true, .margin = 0.01, .mobility = 0.25};

Branch ranked(const BranchState& state) {
  Branch branch{.first = 0};
  REQUIRE(rank(state, branch));
  return branch;
}

}  // namespace

TEST_CASE("the class of a branch: admissible before in range, satisfied ones after all others",
          "[sdk][crossing]") {
  BranchState state = kState;
  CHECK(ranked(state).rank == 0);
  state.in_range = false;
  CHECK(ranked(state).rank == 1);
  state.gap_old = -1e-300;  // no tolerance
  CHECK(ranked(state).rank == 3);
  CHECK_FALSE(ranked(state).admissible());
  state.in_range = true;
  CHECK(ranked(state).rank == 2);
  state.gap_old = 0;
  CHECK(ranked(state).rank == 0);
  state.gap = 0.005;  // half of the margin
  CHECK(ranked(state).rank == 4);
  CHECK(ranked(state).admissible());
  state.gap = 0.00499;
  CHECK(ranked(state).rank == 0);
  state.gap = 0.2, state.gap_old = -1, state.in_range = false;
  CHECK(ranked(state).rank == 7);
  CHECK_FALSE(ranked(state).admissible());
}

TEST_CASE("the cost of a branch is the kinetic energy of its correction, or the energy it adds",
          "[sdk][crossing]") {
  CHECK(ranked(kState).cost == Approx(0.2 * 0.2 / 0.25));
  BranchState inadmissible = kState;
  inadmissible.gap_old = -0.3;
  CHECK(ranked(inadmissible).cost == Approx(0.3 * 0.2 / 0.25));
  Branch branch;
  BranchState unmovable = kState;
  unmovable.mobility = 0;
  CHECK_FALSE(rank(unmovable, branch));
  BranchState degenerate = kState;
  degenerate.gap = std::nan("");
  CHECK_FALSE(rank(degenerate, branch));
}

TEST_CASE("of branches that cost the same but for 1e-9 the numbers decide, from the cheapest on",
          "[sdk][crossing]") {
  // 7 ties with the cheapest, 9; 5 ties with 7 but not with 9, so it does not go before them.
  const std::vector<Event> chain{event_of(9, 1), event_of(7, 1 + 0.7e-9), event_of(5, 1 + 1.4e-9)};
  CHECK(sorted_vertices(chain) == std::vector<Index>{7, 9, 5});
  CHECK(sorted_vertices({chain[2], chain[0], chain[1]}) == std::vector<Index>{7, 9, 5});
  CHECK(best_of(std::vector{chain[2].best, chain[1].best, chain[0].best}).second == 7);
  // A better class goes first at any cost, and without a branch an event goes last.
  CHECK(sorted_vertices({Event{.kind = EventKind::vertex_inside, .first = 1}, event_of(2, 1, 1),
                         event_of(3, 5)}) == std::vector<Index>{3, 2, kNone});
  CHECK(best_of(std::vector{event_of(2, 1, 1).best, event_of(3, 5).best}).second == 3);
  CHECK(best_of(std::vector{event_of(2, 1, 1).best, event_of(3, 1).best}).second == 3);
  CHECK(best_of({}).none());
}

TEST_CASE("events that tie go by the numbers of their branches, not by their own",
          "[sdk][crossing]") {
  Event one = event_of(1, 2), two = event_of(2, 2 * (1 + 1e-12)), three = event_of(3, 5);
  one.best.numbers = {0, 9}, two.best.numbers = {0, 4}, three.best.numbers = {0, 0};
  CHECK(sorted_vertices({one, two, three}) == std::vector<Index>{2, 1, 3});
}

TEST_CASE("of equal branches the kind of condition decides before the numbers of vertices",
          "[sdk][crossing]") {
  Branch face{.formula = 0, .first = 5, .second = 9, .cost = 1, .numbers = {0, 9, 4, 5, 6}};
  const Branch edges{.formula = 1, .first = 2, .second = 3, .cost = 1, .numbers = {1, 1, 2, 3, 4}};
  CHECK(best_of(std::vector{edges, face}).formula == 0);
  face.cost = 1 + 1e-8;  // no tie any more
  CHECK(best_of(std::vector{edges, face}).formula == 1);
}

TEST_CASE("events without a cost between them go by kind, then number", "[sdk][crossing]") {
  const Event pair{.kind = EventKind::facets_cross, .first = 7, .second = 9},
      later{.kind = EventKind::facets_cross, .first = 7, .second = 10},
      inside{.kind = EventKind::vertex_inside, .first = 1, .element = 0};
  CHECK(by_number(pair, later));
  CHECK_FALSE(by_number(later, pair));
  CHECK(by_number(later, inside));
  CHECK_FALSE(by_number(inside, pair));
  CHECK_FALSE(by_number(pair, pair));
}

TEST_CASE("the order of events does not depend on the order in which they were found",
          "[sdk][crossing]") {
  const auto seed = GENERATE(range(1u, 200u));
  Random random(seed);
  std::vector<Event> events;
  for (Index v = 0; v < 60; ++v) {
    const Real cost = std::floor(random.between(1, 4)) * (1 + 1e-10 * random.between(0, 60));
    events.push_back(event_of(v, cost, static_cast<int>(2 * random())));
    if (random() < 0.1) events.back().best = {};
    if (random() < 0.1) events.push_back({.first = v, .second = 100, .best = events.back().best});
  }
  const auto key = [](const Event& e) { return std::tuple(e.first, e.second); };
  std::vector<Event> expected = events;
  sort_by_branch(expected);
  for (int k = 0; k < 5; ++k) {
    random.shuffle(events);
    std::vector<Event> sorted = events;
    sort_by_branch(sorted);
    bool same = true;
    for (std::size_t i = 0; i < events.size(); ++i)
      same = same && key(sorted[i]) == key(expected[i]);
    CHECK(same);
  }
}

TEST_CASE("round-off does not choose between events that cost the same", "[sdk][crossing]") {
  const auto seed = GENERATE(range(1u, 50u));
  Random random(seed);
  std::vector<Event> events;
  for (Index v = 0; v < 60; ++v) events.push_back(event_of(v, std::floor(random.between(1, 4))));
  const std::vector<Index> exact = sorted_vertices(events);
  for (Event& event : events) event.best.cost *= 1 + 4e-16 * random.between(-2, 2);
  CHECK(sorted_vertices(events) == exact);
}

TEST_CASE("an accepted branch settles what its vertex is an end of, not what crosses its facet",
          "[sdk][crossing]") {
  AcceptedBranches accepted;
  accepted.setup(10);
  const Index pushed[] = {3}, facet[] = {5, 6};
  accepted.accept(pushed, facet);
  const Event pair{.kind = EventKind::facets_cross, .first = 0, .second = 1};
  const auto inside = [](Index v) {
    return Event{.kind = EventKind::vertex_inside, .first = v, .element = 0};
  };
  CHECK(accepted.settles(pair, std::vector<Index>{2, 3, 7, 8}));
  CHECK_FALSE(accepted.settles(pair, std::vector<Index>{5, 6, 7, 8}));
  CHECK(accepted.settles(inside(3), std::vector<Index>{3, 7, 8, 9}));
  CHECK(accepted.settles(inside(5), std::vector<Index>{5, 7, 8, 9}));  // postponed
  CHECK_FALSE(accepted.settles(inside(7), std::vector<Index>{7, 3, 5, 6}));
  accepted.clear();
  CHECK_FALSE(accepted.settles(pair, std::vector<Index>{2, 3, 7, 8}));
  CHECK_FALSE(accepted.settles(inside(5), std::vector<Index>{5, 7, 8, 9}));
}

TEST_CASE("two edges that are pushed apart settle what they pierce, not what else is at their ends",
          "[sdk][crossing]") {
  AcceptedBranches accepted;
  accepted.setup(10, 6);
  const Index ends[] = {0, 1, 4, 5};
  accepted.accept_edges(2, 3, ends);
  const std::vector<Index> some{0, 1, 7, 8, 9};
  const auto settles = [&](EventKind kind, Index first, Index second) {
    return accepted.settles({.kind = kind, .first = first, .second = second}, some);
  };
  CHECK(settles(EventKind::edge_pierces, 2, 0));
  CHECK(settles(EventKind::edge_pierces, 3, 0));
  CHECK_FALSE(settles(EventKind::edge_pierces, 1, 2));  // 2 is a facet
  CHECK(settles(EventKind::edges_cross, 1, 3));
  CHECK(settles(EventKind::edges_cross, 2, 5));
  CHECK_FALSE(settles(EventKind::edges_cross, 1, 5));
  CHECK(accepted.settles({.kind = EventKind::vertex_inside, .first = 4, .element = 0},
                         some));  // postponed
  CHECK_FALSE(accepted.settles({.kind = EventKind::vertex_inside, .first = 7, .element = 0}, some));
  accepted.clear();
  CHECK_FALSE(settles(EventKind::edge_pierces, 2, 0));
  CHECK_FALSE(settles(EventKind::edges_cross, 1, 3));
  CHECK_FALSE(accepted.settles({.kind = EventKind::vertex_inside, .first = 4, .element = 0}, some));
}

TEST_CASE("the vertices of an event are all that take part in it", "[sdk][crossing]") {
  const std::vector<Index> facet{0, 1, 2, 2, 1, 3}, edge{0, 1, 4, 5},
      element{6, 7, 8, 9, 0, 1, 2, 4};
  Surface surface;
  surface.dim = 3, surface.facets = 2, surface.edges = 2, surface.elements = 2;
  surface.facet = facet, surface.edge = edge, surface.element = element;
  std::vector<Index> vertices{77};
  collect_vertices(surface, {.kind = EventKind::edge_pierces, .first = 1, .second = 0}, vertices);
  CHECK(vertices == std::vector<Index>{4, 5, 0, 1, 2});
  collect_vertices(surface, {.kind = EventKind::edges_cross, .first = 0, .second = 1}, vertices);
  CHECK(vertices == std::vector<Index>{0, 1, 4, 5});
  collect_vertices(surface, {.kind = EventKind::vertex_inside, .first = 3, .element = 1}, vertices);
  CHECK(vertices == std::vector<Index>{3, 0, 1, 2, 4});
  collect_vertices(surface, {.kind = EventKind::facets_cross, .first = 0, .second = 1}, vertices);
  CHECK(vertices == std::vector<Index>{0, 1, 2, 2, 1, 3});
}
