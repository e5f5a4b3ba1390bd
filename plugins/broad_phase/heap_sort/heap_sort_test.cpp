// The promises of a broad phase, kept by heap_sort.
#include <tactus/conformance/broad_phase.hpp>

#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::make_component;

TEST_CASE("DET-17 heap_sort keeps every promise of a broad phase", "[broad_phase][heap_sort]") {
  check_broad_phase([] { return make_component<BroadPhase>("heap_sort"); });
}
