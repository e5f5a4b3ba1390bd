// The promises of a constraint, kept whether vertices left inside are accepted or refused.
#include <tactus/conformance/constraint.hpp>

#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::make_component;

TEST_CASE("facet_intersection keeps every promise of a constraint",
          "[constraint][facet_intersection]") {
  const std::string left = GENERATE("accepted", "refused");
  check_constraint([&] {
    return make_component<Constraint>("facet_intersection", {{"left", left}});
  });
}
