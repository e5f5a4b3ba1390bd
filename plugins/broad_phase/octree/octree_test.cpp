// The promises of a broad phase, kept by octree.
#include <tactus/conformance/broad_phase.hpp>

#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::make_component;
using tactus::testing::OptionValues;

TEST_CASE("DET-17 octree keeps every promise of a broad phase", "[broad_phase][octree]") {
  const bool usual = GENERATE(true, false);
  check_broad_phase([usual] {
    return make_component<BroadPhase>(
        "octree", usual ? OptionValues{} : OptionValues{{"leaf_size", 3.}, {"depth", 2.}});
  });
}
