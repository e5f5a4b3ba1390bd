// The promises of an integrator, with both masses and both tangents.
#include <tactus/conformance/integrator.hpp>

#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::make_component;

TEST_CASE("energy_momentum keeps every promise of an integrator", "[integrator][energy_momentum]") {
  const std::string mass = GENERATE("consistent", "lumped"),
                    tangent = GENERATE("full", "symmetrised");
  CAPTURE(mass, tangent);
  check_integrator([&] {
    return make_component<Integrator>("energy_momentum", {{"mass", mass}, {"tangent", tangent}});
  });
}
