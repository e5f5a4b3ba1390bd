// What is asked of all broad phases at once. The tests of each are beside it.
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
