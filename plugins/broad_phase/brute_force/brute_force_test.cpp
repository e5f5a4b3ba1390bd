// The promises of a broad phase, kept by the one that compares every box with every other.
#include <tactus/conformance/broad_phase.hpp>

#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::make_component;

TEST_CASE("DET-17 brute_force keeps every promise of a broad phase", "[broad_phase][brute_force]") {
  check_broad_phase([] { return make_component<BroadPhase>("brute_force"); });
}
