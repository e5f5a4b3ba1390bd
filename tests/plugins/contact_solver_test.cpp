#include <tactus/conformance/contact_solver.hpp>

#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::make_component;

TEST_CASE("local_sqp keeps every promise of a contact solver", "[contact_solver][local_sqp]") {
  const double regularisation = GENERATE(1e-10, 1e-12);
  check_contact_solver([&] {
    return make_component<ContactSolver>("local_sqp", {{"regularisation", regularisation}});
  });
}

TEST_CASE("ipopt keeps every promise of a contact solver", "[contact_solver][ipopt]") {
  const bool warm = GENERATE(true, false);
  check_contact_solver([&] {
    return make_component<ContactSolver>("ipopt", {{"warm_start", warm}});
  });
}
