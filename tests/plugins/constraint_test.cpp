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

TEST_CASE("particle_gap keeps every promise of a constraint", "[constraint][particle_gap]") {
  check_constraint([] { return make_component<Constraint>("particle_gap"); });
}

TEST_CASE("facet_intersection keeps every promise of a constraint",
          "[constraint][facet_intersection]") {
  const std::string left = GENERATE("accepted", "refused");
  check_constraint([&] {
    return make_component<Constraint>("facet_intersection", {{"left", left}});
  });
}
