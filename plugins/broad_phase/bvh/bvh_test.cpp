// The promises of a broad phase, kept by bvh.
#include <tactus/conformance/broad_phase.hpp>

#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::make_component;
using tactus::testing::OptionValues;

TEST_CASE("DET-17 bvh keeps every promise of a broad phase", "[broad_phase][bvh]") {
  const bool usual = GENERATE(true, false);
  check_broad_phase([usual] {
    return make_component<BroadPhase>("bvh", usual ? OptionValues{} : OptionValues{{"loss", 0.}});
  });
}
