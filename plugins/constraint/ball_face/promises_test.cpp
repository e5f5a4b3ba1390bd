// The promises of a constraint.
#include <tactus/conformance/constraint.hpp>

#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::make_component;

TEST_CASE("ball_face keeps every promise of a constraint", "[constraint][ball_face]") {
  check_constraint([] { return make_component<Constraint>("ball_face"); });
}
