#include <tactus/conformance/broad_phase.hpp>

#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::make_component;

TEST_CASE("DET-17 brute_force keeps every promise of a broad phase", "[broad_phase][brute_force]") {
  check_broad_phase([] { return make_component<BroadPhase>("brute_force"); });
}

TEST_CASE("DET-17 grid keeps every promise of a broad phase", "[broad_phase][grid]") {
  const double levels = GENERATE(1., 2., 16.);
  check_broad_phase([levels] { return make_component<BroadPhase>("grid", {{"levels", levels}}); });
}
