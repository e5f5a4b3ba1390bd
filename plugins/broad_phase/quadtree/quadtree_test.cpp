// The promises of a broad phase, and how many boxes the tree compares.
#include <tactus/conformance/box_scenes.hpp>
#include <tactus/conformance/broad_phase.hpp>
#include <tactus/conformance/random.hpp>
#include <tactus/conformance/serial_context.hpp>

#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::make_component;

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
    const int place = i / 4;  // four at each
    const Real x = place;
    stacked.add({x, x, 0}, {x + 0.5, x + 0.5, 0}, i);
  }
  for (const BoxSet& set : {alike, spread, giants, stacked}) {
    const auto [tests, pairs] = tests_of(set);
    CHECK(tests < 4 * 4000 + pairs);
  }
  CHECK(tests_of(stacked).second == 1000 * 6);
}
