// When the broad phase searches, and that lists are the same whenever it does.
#include "core/contact/sorting.hpp"

#include <catch2/catch.hpp>

#include "tests/unit/near_pairs.hpp"

namespace tactus::near_pairs {

namespace {

using Mode = NeighbourListConfig::Mode;

/// As brute_force does it, and counts.
class Counted final : public BroadPhase {
 public:
  Index calls = 0;

 private:
  void do_candidates(const BoxQuery& query, Pairs& pairs, Context&) override {
    ++calls;
    const Boxes &a = *query.first, &b = query.second ? *query.second : a;
    for (Index i = 0; i < a.count; ++i)
      for (Index j = query.second ? 0 : i + 1; j < b.count; ++j)
        if (query.wanted(i, j) && a.overlap(i, b, j)) pairs.push_back({i, j});
  }
};

std::vector<Pairs> all_lists(const NearList& list) {
  std::vector<Pairs> all;
  for (const KindOfPairs& kind : kinds_of_pairs())
    all.push_back(copy_of(list.candidates().*kind.list));
  return all;
}

}  // namespace

TEST_CASE("lists are the same whenever the broad phase searches, and it does when it is told to",
          "[contact][sorting]") {
  const int dim = GENERATE(2, 3);
  const bool swept = GENERATE(false, true);
  const auto [config, searches] = GENERATE(table<NeighbourListConfig, std::vector<Index>>(
      {{{.mode = Mode::off}, {}},
       {{.mode = Mode::kept, .every = 1}, {}},
       {{.mode = Mode::kept, .every = 10, .reach = 10}, {0, 10, 20, 30}},
       {{.mode = Mode::kept, .reach = 10}, {0}}}));
  Crowd crowd(dim);
  Counted broad_phase, other;
  for (KindOfPairs kind : kinds_of_pairs()) {
    if (dim == 2 && kind.name == "edge_edge") continue;
    INFO(kind.name << (swept ? ", swept" : "") << " in dimension " << dim);
    kind.wanted.swept = swept;
    NearList list(crowd.geometry(), broad_phase, kind.wanted, config);
    NearList automatic(crowd.geometry(), other, kind.wanted);
    Random random(11);
    std::vector<Real> y_old = crowd.positions(4), y = y_old;
    for (Index step = 0; step < 35; ++step) {
      INFO("step " << step);
      y_old = y;
      for (Real& x : y) x += 0.02 * random.between(-1, 1);
      for (NearList* each : {&list, &automatic}) {
        each->look_ahead(step % 7 == 6 ? kReach : 0);
        REQUIRE(each->update(y_old, y, crowd.context(), {.step = step}));
      }
      CHECK(all_lists(list) == all_lists(automatic));
      const Index expected =
          searches.empty() ? step + 1
                           : std::ranges::count_if(searches, [&](Index s) { return s <= step; });
      CHECK(list.builds() == expected);
    }
    CHECK(automatic.builds() > 2);
    CHECK(automatic.builds() < 30);
    CHECK(list.boxes() * automatic.builds() == automatic.boxes() * list.builds());
  }
}

TEST_CASE("a buffer that is too small brings a search in time, or the end of the run",
          "[contact][sorting]") {
  Crowd crowd(2);
  Counted broad_phase;
  const KindOfPairs kind = kinds_of_pairs()[0];
  NeighbourListConfig config{.mode = Mode::kept, .every = 10, .reach = 0.015};
  NearList list(crowd.geometry(), broad_phase, kind.wanted, config);
  config.violated = ViolatedBuffer::stop;
  NearList strict(crowd.geometry(), broad_phase, kind.wanted, config);
  std::vector<Real> y = crowd.positions(1);
  for (Index step = 0; step < 20; ++step) {
    INFO("step " << step);
    // One body moves by two thirds of the buffer in each step: a search is due in every second one.
    for (Index v = 0; step > 0 && v < crowd.surface().vertices; ++v)
      if (crowd.body_of(v) == 0) y[static_cast<std::size_t>(2 * v)] += 0.01;
    REQUIRE(list.update(y, y, crowd.context(), {.step = step}));
    CHECK(list.builds() == step / 2 + 1);
    CHECK(list.wear() == Approx(step % 2 == 0 ? 0 : 0.01 / 0.015).margin(1e-12));
    const Pairs needed = by_definition(crowd, kind, y, {}, 0);
    CHECK(std::ranges::includes(copy_of(list.candidates().facet_facet), needed));
    if (step > 2) continue;
    const Outcome outcome = strict.update(y, y, crowd.context(), {.step = step});
    CHECK((outcome.status == Status::ok) == (step < 2));
    if (step == 2)
      CHECK_THAT(outcome.message, Catch::Contains("after 2 of 10 steps") &&
                                      Catch::Contains("moved by 0.02 m") &&
                                      Catch::Contains("the buffer is 0.015 m") &&
                                      Catch::Contains("\"violated\": \"sort\""));
  }
}

TEST_CASE("what is kept between two searches goes on from a checkpoint", "[contact][sorting]") {
  const bool swept = GENERATE(false, true);
  Crowd crowd(3);
  Counted broad_phase, other;
  Detection wanted{.facet_facet = true, .edge_edge = true, .reach = kReach, .swept = swept};
  const NeighbourListConfig config{.mode = Mode::kept, .every = 7, .reach = 0.2};
  NearList list(crowd.geometry(), broad_phase, wanted, config);
  NearList resumed(crowd.geometry(), other, wanted, config);
  Random random(3);
  std::vector<Real> y = crowd.positions(1), y_old = y;
  Index before = 0, resumed_before = 0;
  for (Index step = 0; step < 30; ++step) {
    y_old = y;
    for (Real& x : y) x += 0.01 * random.between(-1, 1);
    REQUIRE(list.update(y_old, y, crowd.context(), {.step = step}));
    if (step > 10) {
      REQUIRE(resumed.update(y_old, y, crowd.context(), {.step = step}));
      CHECK(all_lists(resumed) == all_lists(list));
      CHECK(resumed.builds() - resumed_before == list.builds() - before);
      CHECK(resumed.pairs() == list.pairs());
      CHECK(resumed.wear() == list.wear());
    }
    list.accept();
    if (step != 10) continue;
    resumed.restore(list.y_accepted(), list.accepted_ahead(), crowd.context());
    resumed.restore_sorting(list.sorting().accepted_at(), list.sorting().accepted_numbers(),
                            crowd.context());
    before = list.builds(), resumed_before = resumed.builds();
  }
  CHECK(list.builds() >= before + 3);
}

}  // namespace tactus::near_pairs
