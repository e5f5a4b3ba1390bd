// The promises of a constraint, kept for particles.
#include <tactus/conformance/constraint.hpp>

#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::make_component;

TEST_CASE("particle_gap keeps every promise of a constraint", "[constraint][particle_gap]") {
  check_constraint([] { return make_component<Constraint>("particle_gap"); });
}
