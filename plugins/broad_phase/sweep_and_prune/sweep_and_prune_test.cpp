// The promises of a broad phase, kept by sweep_and_prune.
#include <tactus/conformance/broad_phase.hpp>

#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::make_component;
using tactus::testing::OptionValues;

TEST_CASE("DET-17 sweep_and_prune keeps every promise of a broad phase",
          "[broad_phase][sweep_and_prune]") {
  const bool usual = GENERATE(true, false);
  check_broad_phase([usual] {
    return make_component<BroadPhase>("sweep_and_prune",
                                      usual ? OptionValues{} : OptionValues{{"patience", 0.}});
  });
}
