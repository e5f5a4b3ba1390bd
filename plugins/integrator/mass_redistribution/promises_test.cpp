// The promises of an integrator, and what nodes without mass do.
#include <tactus/conformance/claims.hpp>
#include <tactus/conformance/doubles.hpp>
#include <tactus/conformance/integrator.hpp>
#include <tactus/statics/massless.hpp>

#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::make_component;

TEST_CASE("mass_redistribution keeps every promise of an integrator",
          "[integrator][mass_redistribution]") {
  check_integrator([] { return make_component<Integrator>("mass_redistribution"); });
}
