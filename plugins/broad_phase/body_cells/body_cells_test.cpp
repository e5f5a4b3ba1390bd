// The promises of a broad phase, kept by body_cells.
#include <tactus/conformance/broad_phase.hpp>

#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::make_component;
using tactus::testing::OptionValues;

TEST_CASE("DET-17 body_cells keeps every promise of a broad phase", "[broad_phase][body_cells]") {
  const bool usual = GENERATE(true, false);
  check_broad_phase([usual] {
    return make_component<BroadPhase>("body_cells",
                                      usual ? OptionValues{} : OptionValues{{"travel", 0.}});
  });
}
