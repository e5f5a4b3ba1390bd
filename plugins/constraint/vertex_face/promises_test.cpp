// The promises of a constraint.
#include <tactus/conformance/constraint.hpp>

#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::make_component;

TEST_CASE("vertex_face keeps every promise of a constraint", "[constraint][vertex_face]") {
  check_constraint([] { return make_component<Constraint>("vertex_face"); });
}
