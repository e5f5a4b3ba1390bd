/// \file conformance/contact_solver.hpp  What every contact solver promises, as one Catch2 test:
///
///     TEST_CASE("my_name keeps every promise of a contact solver") {
///       tactus::conformance::check_contact_solver([] { return std::make_unique<MySolver>(options); });
///     }
#pragma once

#include "catch_check.hpp"
#include "contact_solver_promises.hpp"

namespace tactus::conformance {

inline void check_contact_solver(const Make<ContactSolver>& make) {
  CatchCheck check;
  contact_solver_promises(make, check);
}

}  // namespace tactus::conformance
