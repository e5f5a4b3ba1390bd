#include <tactus/conformance/box_scenes.hpp>
#include <tactus/conformance/broad_phase.hpp>
#include <tactus/conformance/random.hpp>
#include <tactus/conformance/serial_context.hpp>

#include "tests/support/allocations.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::allocations;
using tactus::testing::make_component;

TEST_CASE("DET-17 brute_force keeps every promise of a broad phase", "[broad_phase][brute_force]") {
  check_broad_phase([] { return make_component<BroadPhase>("brute_force"); });
}

TEST_CASE("DET-17 grid keeps every promise of a broad phase", "[broad_phase][grid]") {
  const double levels = GENERATE(1., 2., 16.);
  check_broad_phase([levels] {
    return make_component<BroadPhase>("grid", {{"levels", levels}, {"sweep_up_to", 0.}});
  });
}

TEST_CASE("DET-17 grid keeps every promise of a broad phase where it sweeps along an axis",
          "[broad_phase][grid]") {
  check_broad_phase([] { return make_component<BroadPhase>("grid", {{"sweep_up_to", 1e6}}); });
}

TEST_CASE("DET-17 quadtree keeps every promise of a broad phase", "[broad_phase][quadtree]") {
  const auto [leaf_size, depth] = GENERATE(table<double, double>({{8, 48}, {1, 128}, {3, 2}}));
  check_broad_phase([leaf_size = leaf_size, depth = depth] {
    return make_component<BroadPhase>("quadtree", {{"leaf_size", leaf_size}, {"depth", depth}});
  });
}

TEST_CASE("quadtree compares few boxes, whether sizes are alike or spread, spaced or coincident",
          "[broad_phase][quadtree]") {
  struct Tests final : MetricVisitor {
    const Index* tests = nullptr;
    void integer(std::string_view, const Index& member, Reduce, std::string_view) override {
      tests = &member;
    }
    void real(std::string_view, const Real&, std::string_view, Reduce, std::string_view) override {}
  };
  const auto tests_of = [](const BoxSet& set) {
    const auto plugin = make_component<BroadPhase>("quadtree");
    Tests count;
    plugin->measure(count);
    SerialContext context;
    std::vector<Pair> pairs;
    const Boxes boxes = set.boxes();
    const std::vector<std::uint8_t> none(4000), all(4000, 1);
    plugin->candidates({&boxes, nullptr, none, all, 1}, pairs, context.context());
    return std::pair{*count.tests, static_cast<Index>(pairs.size())};
  };
  // 4000 boxes with about one neighbour each: a few comparisons a box; all pairs would be 8 million.
  Random random(11);
  BoxSet alike, spread, giants, stacked;
  for (BoxSet* set : {&alike, &spread, &giants, &stacked}) set->dim = 2;
  for (int i = 0; i < 4000; ++i) {
    add_random(alike, random, 1, 0.02, i);
    add_random(spread, random, 1, 0.1 * std::pow(10., -3 * random()), i);
    add_random(giants, random, 1, i % 400 == 0 ? 1 : 1e-3, i);
    const Real x = i / 4;  // four at each place
    stacked.add({x, x, 0}, {x + 0.5, x + 0.5, 0}, i);
  }
  for (const BoxSet& set : {alike, spread, giants, stacked}) {
    const auto [tests, pairs] = tests_of(set);
    CHECK(tests < 4 * 4000 + pairs);
  }
  CHECK(tests_of(stacked).second == 1000 * 6);
}

TEST_CASE(
    "grid gives the pairs of brute_force for numbers of boxes on both sides of its sweep's end",
    "[broad_phase][grid]") {
  const int dim = GENERATE(2, 3);
  const Index count = GENERATE(Index{4088}, Index{4096}, Index{4097});
  Random random(5);
  BoxSet one, two;
  one.dim = two.dim = dim;
  // Sizes from 1e-3 to 1, one without end, and two far away.
  for (Index i = 0; i + 3 < count; ++i)
    add_random(one, random, 3, std::pow(10., -3 * random()), static_cast<std::int32_t>(i % 50));
  one.add({-kUnlimited, 3, -kUnlimited}, {kUnlimited, 3.1, kUnlimited}, 50);
  for (const Real x : {0., 0.5}) one.add({1e9 + x, 1e9, 1e9}, {1e9 + x + 0.5, 1e9, 1e9}, 51);
  for (int i = 0; i < 7; ++i) add_random(two, random, 3, 1, i + 40);
  const Boxes a = one.boxes(), b = two.boxes();
  std::vector<std::uint8_t> self(52), movable(52, 1);
  self[7] = self[51] = 1;
  movable[4] = movable[44] = 0;
  const auto grid = make_component<BroadPhase>("grid");
  const auto reference = make_component<BroadPhase>("brute_force");
  SerialContext context;
  for (const Boxes* second : {static_cast<const Boxes*>(nullptr), &b}) {
    std::vector<Pair> found, expected;
    grid->candidates({&a, second, self, movable, 1}, found, context.context());
    reference->candidates({&a, second, self, movable, 1}, expected, context.context());
    CHECK(expected.size() > 100);
    CHECK(found == expected);
  }
}

TEST_CASE("grid tells boxes apart that single precision does not", "[broad_phase][grid]") {
  const double sweep = GENERATE(0., 4096.);
  const auto grid = make_component<BroadPhase>("grid", {{"sweep_up_to", sweep}});
  // In a row with gaps of 1e-12 between some; every third touches the next.
  BoxSet set;
  set.dim = 2;
  set.add({-1e9, -1e9, 0}, {-1e9, -1e9, 0}, 0);
  std::vector<Pair> expected;
  for (Index i = 1; i < 300; ++i) {
    const Real x = static_cast<Real>(i) * 0x1p-10;
    set.add({x, 0, 0}, {x + 0x1p-10 - (i % 3 == 0 ? 0 : 0x1p-40), 0, 0},
            static_cast<std::int32_t>(i));
    if (i % 3 == 0 && i + 1 < 300) expected.push_back({i, i + 1});
  }
  const Boxes boxes = set.boxes();
  const std::vector<std::uint8_t> none(300), all(300, 1);
  std::vector<Pair> found;
  SerialContext context;
  grid->candidates({&boxes, nullptr, none, all, 1}, found, context.context());
  CHECK(found == expected);
}

TEST_CASE("a warm broad phase takes nothing from the heap", "[broad_phase]") {
  const std::string name = GENERATE("brute_force", "grid", "grid without sweep", "quadtree");
  const auto plugin = name == "grid without sweep"
                          ? make_component<BroadPhase>("grid", {{"sweep_up_to", 0.}})
                          : make_component<BroadPhase>(name);
  SerialContext context;
  std::vector<Pair> pairs;
  std::size_t cold = 0;
  for (const BoxScene& scene : box_scenes()) {
    INFO(scene.name);
    Random random(3);
    BoxSet one, two;
    scene.fill(one, random);
    scene.fill(two, random);
    const Boxes a = one.boxes(), b = two.boxes();
    const std::vector<std::uint8_t> yes(1001, 1);
    for (const Boxes* second : {static_cast<const Boxes*>(nullptr), &b}) {
      const BoxQuery query{&a, second, yes, yes, 1};
      const std::size_t start = allocations();
      plugin->candidates(query, pairs, context.context());
      cold += allocations() - start;
      pairs.clear();
      const std::size_t before = allocations();
      plugin->candidates(query, pairs, context.context());
      CHECK(allocations() == before);
      pairs.clear();
    }
  }
  CHECK(cold > 0);  // the count does see the plugin
}

TEST_CASE("boxes that are none are refused, with the body, before a plugin sees them",
          "[broad_phase]") {
  const auto plugin = make_component<BroadPhase>("brute_force");
  SerialContext context;
  BoxSet set;
  set.add({0, 0, 0}, {1, 1, 1}, 0);
  set.add({0, 0, 0}, {1, 1, 1}, 3);
  const std::vector<std::uint8_t> all(4, 1);
  const auto refusal = [&] {
    const Boxes boxes = set.boxes();
    std::vector<Pair> pairs;
    try {
      plugin->candidates({&boxes, nullptr, all, all, 1}, pairs, context.context());
    } catch (const PreconditionError& e) {
      CHECK(e.where.item == Item::body);
      CHECK(e.where.index == 3);
      return std::string(e.what());
    }
    return std::string("accepted");
  };
  set.bounds[7] = std::nan("");
  CHECK_THAT(refusal(), Catch::Contains("box 1 of body 3 goes from nan"));
  set.bounds[7] = 2;
  CHECK_THAT(refusal(), Catch::Contains("box 1 of body 3 goes from 2.0"));
}
