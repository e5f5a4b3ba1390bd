// The promises of an integrator, kept with every beta, gamma and impact.
#include <tactus/conformance/integrator.hpp>

#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::make_component;

TEST_CASE("newmark keeps every promise of an integrator", "[integrator][newmark]") {
  const double beta = GENERATE(0., 0.25), gamma = GENERATE(0.5, 0.6);
  const std::string impact = GENERATE("reflect", "stop");
  const std::string mass = beta > 0 ? GENERATE("auto", "lumped") : "auto";
  INFO("mass " << mass);
  INFO("beta " << beta << ", gamma " << gamma << ", impact " << impact);
  check_integrator([&] {
    return make_component<Integrator>("newmark", {{"beta", beta},
                                                  {"gamma", gamma},
                                                  {"impact", impact},
                                                  {"mass", mass},
                                                  {"restore_angular_momentum", gamma == 0.5}});
  });
}
