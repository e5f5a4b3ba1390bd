// The promises of a constraint, kept with both ways to select the edge.
#include <tactus/conformance/constraint.hpp>

#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::make_component;

TEST_CASE("vertex_edge keeps every promise of a constraint", "[constraint][vertex_edge]") {
  const std::string selection = GENERATE("ranked", "each");
  check_constraint([&] {
    return make_component<Constraint>("vertex_edge", {{"selection", selection}});
  });
}
