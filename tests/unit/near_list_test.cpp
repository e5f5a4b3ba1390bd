// Near lists: every kind of pair that a constraint may ask for, in the plane and in space, against
// a reading of the definitions pair by pair; how long a list serves.
#include "core/contact/near_list.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "core/contact/pair_finder.hpp"
#include "tests/unit/near_pairs.hpp"

namespace tactus::near_pairs {

TEST_CASE("a near list has the pairs that are there by definition, of each kind", "[contact]") {
  const int dim = GENERATE(2, 3);
  const bool swept = GENERATE(false, true);
  Crowd crowd(dim);
  Untidy broad_phase;
  for (const KindOfPairs& kind : kinds_of_pairs()) {
    INFO(kind.name << (swept ? ", swept" : "") << " in dimension " << dim);
    Detection wanted = kind.wanted;
    wanted.swept = swept;
    const std::vector<Real> y = crowd.positions(2), y_old = swept ? crowd.positions(1) : y;
    NearList list(crowd.geometry(), broad_phase, wanted);
    REQUIRE(list.update(y_old, y, crowd.context()));
    const Pairs expected = by_definition(crowd, kind, y_old, swept ? y : View<Real>{}, kReach);
    CHECK((expected.empty() == (dim == 2 && kind.name == "edge_edge")));
    CHECK(copy_of(list.candidates().*kind.list) == expected);
    for (const KindOfPairs& other : kinds_of_pairs())
      if (other.list != kind.list) CHECK((list.candidates().*other.list).empty());
    CHECK(std::ranges::equal(list.y_made(), y));
  }
}

TEST_CASE(
    "a step in which things move farther than boxes reach has a list of their paths for itself "
    "alone",
    "[contact]") {
  const int dim = GENERATE(2, 3);
  NeighbourListConfig config;
  config.mode = GENERATE(NeighbourListConfig::Mode::automatic, NeighbourListConfig::Mode::kept);
  Crowd crowd(dim);
  Untidy broad_phase;
  for (const KindOfPairs& kind : kinds_of_pairs()) {
    INFO(kind.name << " in dimension " << dim);
    const std::vector<Real> y_old = crowd.positions(1), y = crowd.positions(2);
    NearList list(crowd.geometry(), broad_phase, kind.wanted, config);
    REQUIRE(list.update(y_old, y, crowd.context()));
    CHECK(copy_of(list.candidates().*kind.list) == by_definition(crowd, kind, y_old, y, kReach));
    list.accept();
    CHECK((list.y_accepted().empty() && list.sorting().accepted_numbers().empty()));
    REQUIRE(list.update(y, y, crowd.context()));
    CHECK(copy_of(list.candidates().*kind.list) == by_definition(crowd, kind, y, {}, kReach));
  }
}

TEST_CASE("in space some facets of one body are neighbours that share no vertex, others are not",
          "[contact]") {
  Crowd crowd(3);
  Untidy broad_phase;
  const Detection wanted{.facet_facet = true, .reach = 10};  // all boxes meet
  const std::vector<Real> y = crowd.positions(3);
  NearList list(crowd.geometry(), broad_phase, wanted);
  REQUIRE(list.update(y, y, crowd.context()));
  const Surface& s = crowd.surface();
  std::set<Pair> found;
  for (const Pair& p : list.candidates().facet_facet) found.insert(p);
  Index left_out = 0, kept = 0;
  for (Index f = 0; f < s.facets; ++f)
    for (Index g = f + 1; g < s.facets; ++g) {
      if (s.facet_body[static_cast<std::size_t>(f)] != 1 ||
          s.facet_body[static_cast<std::size_t>(g)] != 1 ||
          Crowd::share(s.facet_vertices(f), s.facet_vertices(g)))
        continue;
      (found.contains({f, g}) ? kept : left_out) += 1;
    }
  CHECK(left_out > 100);
  CHECK(kept > 100);
}

TEST_CASE("a near list serves until a vertex has moved by the reach, and misses nothing till then",
          "[contact]") {
  const int dim = GENERATE(2, 3);
  const bool swept = GENERATE(false, true);
  const bool elements = GENERATE(false, true);
  Crowd crowd(dim);
  Untidy broad_phase;
  KindOfPairs kind = kinds_of_pairs()[elements ? 5 : 2];
  kind.wanted.swept = swept;
  const auto is_one = kind.is;
  kind.is = [&](const Crowd& c, Index i, Index v, View<Real> y, View<Real> e, Real reach) {
    // Neighbours are judged where the list is made.
    const View<std::int32_t> body = elements ? c.surface().element_body : c.surface().facet_body;
    return body[static_cast<std::size_t>(i)] != c.body_of(v) && is_one(c, i, v, y, e, reach);
  };
  NearList list(crowd.geometry(), broad_phase, kind.wanted);
  Random random(5);
  std::vector<Real> y_old = crowd.positions(4), y = y_old;
  for (int step = 0; step < 30; ++step) {
    y_old = y;
    for (Real& x : y) x += 0.02 * random.between(-1, 1);
    REQUIRE(list.update(y_old, y, crowd.context()));
    const Pairs all = copy_of(list.candidates().*kind.list);
    const Pairs needed = by_definition(crowd, kind, swept ? y_old : y, swept ? y : View<Real>{}, 0);
    CHECK(std::ranges::includes(all, needed));
  }
  CHECK(list.builds() > 3);
  CHECK(list.builds() < 25);
  const auto number = list.number();
  REQUIRE(list.update(y_old, y, crowd.context()));
  CHECK(list.number() == number);
  y[0] += 1.001 * 2 * kReach;
  REQUIRE(list.update(y_old, y, crowd.context()));
  CHECK(list.number() == number + 1);
}

TEST_CASE("a common motion wears no list, and a motion of bodies relative to each other does",
          "[contact]") {
  const int dim = GENERATE(2, 3);
  Crowd crowd(dim);
  Untidy broad_phase;
  const KindOfPairs kind = kinds_of_pairs()[2];
  NearList list(crowd.geometry(), broad_phase, kind.wanted);
  std::vector<Real> y = crowd.positions(4);
  REQUIRE(list.update(y, y, crowd.context()));
  const auto move = [&](std::int32_t body, Real by) {
    for (Index v = 0; v < crowd.surface().vertices; ++v)
      if (body < 0 || crowd.body_of(v) == body) y[static_cast<std::size_t>(dim * v + 1)] += by;
    REQUIRE(list.update(y, y, crowd.context()));
    return list.builds();
  };
  CHECK(move(-1, 20 * kReach) == 1);
  CHECK(move(0, 1.99 * kReach) == 1);
  CHECK(move(0, 0.02 * kReach) == 2);
  // Apart from all others, a body has no pairs with them to lose. The first one has none with itself.
  CHECK(move(0, 40) == 2);
  y[0] += 4.1 * kReach;
  CHECK(move(0, 40) == 2);
  CHECK(move(1, 2.01 * kReach) == 3);
}

TEST_CASE("a list that is made again from a checkpoint is the one of the accepted step",
          "[contact]") {
  const bool swept = GENERATE(false, true);
  Crowd crowd(3);
  Untidy broad_phase;
  Detection wanted{.facet_facet = true, .edge_edge = true, .reach = kReach, .swept = swept};
  NearList list(crowd.geometry(), broad_phase, wanted);
  NearList resumed(crowd.geometry(), broad_phase, wanted);
  list.look_ahead(0.04);
  REQUIRE(list.update(crowd.positions(swept ? 1 : 2), crowd.positions(2), crowd.context()));
  list.accept();
  const Pairs facets = copy_of(list.candidates().facet_facet),
              edges = copy_of(list.candidates().edge_edge);
  list.look_ahead(0.2);
  REQUIRE(list.update(crowd.positions(3), crowd.positions(4),
                      crowd.context()));    // of a rejected attempt
  resumed.restore({}, 0, crowd.context());  // of another model
  CHECK(resumed.builds() == 0);
  CHECK(list.accepted_ahead() == 0.02);
  resumed.restore(list.y_accepted(), list.accepted_ahead(), crowd.context());
  CHECK(copy_of(resumed.candidates().facet_facet) == facets);
  CHECK(copy_of(resumed.candidates().edge_edge) == edges);
  CHECK(std::ranges::equal(resumed.y_accepted(), list.y_accepted()));
}

TEST_CASE("a list holds all pairs within a gap ahead that changes from step to step", "[contact]") {
  Crowd crowd(2);
  Untidy broad_phase;
  const KindOfPairs kind = kinds_of_pairs()[GENERATE(0, 1)];
  NearList list(crowd.geometry(), broad_phase, kind.wanted);
  std::vector<Real> y = crowd.positions(1);
  Random random(7);
  for (int step = 0; step < 60; ++step) {
    for (Real& x : y) x += 0.002 * random.between(-1, 1);
    // Growing and shrinking, by less and by more than the reach of the list.
    const Real ahead = 0.2 * kReach * (step % 10) + (step % 17 == 16 ? 4 * kReach : 0);
    list.look_ahead(ahead);
    REQUIRE(list.update(y, y, crowd.context()));
    const Pairs needed = by_definition(crowd, kind, y, {}, ahead / 2);
    CHECK(std::ranges::includes(copy_of(list.candidates().*kind.list), needed));
  }
  CHECK(list.builds() >= 2);  // the first list is not for the widest gap
  CHECK(list.builds() < 10);
}

TEST_CASE("the way of a step is swept without a word to the list", "[contact]") {
  Crowd crowd(3);
  Untidy broad_phase;
  const KindOfPairs kind = kinds_of_pairs()[3];
  NearList list(crowd.geometry(), broad_phase, kind.wanted);
  const std::vector<Real> a = crowd.positions(1), b = crowd.positions(2);
  REQUIRE(list.update(a, a, crowd.context()));
  const Pairs before = copy_of(list.candidates().edge_edge);
  CHECK(copy_of(list.sweep(a, b, crowd.context()).edge_edge) ==
        by_definition(crowd, kind, a, b, kReach));
  CHECK(copy_of(list.candidates().edge_edge) == before);
}

TEST_CASE("pairs are sorted and unique whatever a broad phase answers, and may be picked later",
          "[near_list]") {
  const int dim = GENERATE(2, 3);
  Crowd crowd(dim);
  Untidy broad_phase;
  const std::vector<Real> y = crowd.positions(3);
  const Detection wanted{.facet_facet = true, .facet_vertex = true, .vertex_vertex = true};
  PairFinder finder(*crowd.geometry().layout, crowd.surface(), broad_phase, wanted, 0);
  PairLists found, picked;
  finder.find({.y = y, .reach = kReach}, found, crowd.context());
  CHECK_FALSE(found.facet_facet.empty());
  for (const Pairs* list : {&found.facet_facet, &found.facet_vertex, &found.vertex_vertex}) {
    CHECK(std::ranges::is_sorted(*list));
    CHECK(std::ranges::adjacent_find(*list) == list->end());
  }
  for (const auto& [f, g] : found.facet_facet) {
    const View<Index> a = crowd.surface().facet_vertices(f), b = crowd.surface().facet_vertices(g);
    CHECK(std::ranges::none_of(a, [&](Index v) { return std::ranges::count(b, v) > 0; }));
  }
  CHECK(finder.found() >= static_cast<Index>(found.facet_facet.size()));
  // Of what a search with wider boxes has kept, those are picked that are found at once.
  finder.sort({.y = y, .reach = 4 * kReach}, crowd.context());
  finder.pick({.y = y, .reach = kReach}, picked, crowd.context());
  CHECK(picked.facet_facet == found.facet_facet);
  CHECK(picked.facet_vertex == found.facet_vertex);
  CHECK(picked.vertex_vertex == found.vertex_vertex);
}

}  // namespace tactus::near_pairs
