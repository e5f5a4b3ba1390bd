// The promises of a broad phase, kept by body_cells, and the growth of its cost.
#include <tactus/conformance/box_scenes.hpp>
#include <tactus/conformance/broad_phase.hpp>
#include <tactus/conformance/serial_context.hpp>

#include "tests/support/make_component.hpp"
#include "tests/support/named_metrics.hpp"
#include "tests/support/spread_squares.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::make_component;
using tactus::testing::NamedMetrics;
using tactus::testing::OptionValues;

TEST_CASE("DET-17 body_cells keeps every promise of a broad phase", "[broad_phase][body_cells]") {
  const bool usual = GENERATE(true, false);
  check_broad_phase([usual] {
    return make_component<BroadPhase>("body_cells",
                                      usual ? OptionValues{} : OptionValues{{"travel", 0.}});
  });
}

TEST_CASE("the cost of body_cells grows hardly faster where sizes of bodies differ by a thousand",
          "[broad_phase][body_cells]") {
  Random random(5);
  std::vector<Real> cost;
  for (const Index n : {1000, 4000, 16000}) {
    const BoxSet set = tactus::testing::spread_squares(n, random);
    const Boxes boxes = set.boxes();
    const std::vector<std::uint8_t> none(set.body.size(), 0), all(set.body.size(), 1);
    const BoxQuery query{&boxes, nullptr, none, all, 1};
    SerialContext context;
    const auto pairs_of = [&](BroadPhase& plugin) {
      std::vector<Pair> pairs;
      plugin.candidates(query, pairs, context.context());
      return tidied(query, pairs);
    };
    const auto plugin = make_component<BroadPhase>("body_cells", {{"travel", 0.}});
    const NamedMetrics metrics(*plugin);
    CHECK(pairs_of(*plugin) == pairs_of(*make_component<BroadPhase>("grid")));
    cost.push_back(static_cast<Real>(metrics.integer("body_tests").value_or(0)));
  }
  CHECK(cost.front() > 1000);
  CHECK(std::log(cost.back() / cost.front()) / std::log(16.) < 1.2);
}
