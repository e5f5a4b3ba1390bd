/// \file conformance/constraint.hpp  What every constraint promises, as one Catch2 test:
///
///     TEST_CASE("my_name keeps every promise of a constraint") {
///       tactus::conformance::check_constraint([] { return std::make_unique<MyConstraint>(options); });
///     }
#pragma once

#include "catch_check.hpp"
#include "constraint_promises.hpp"

namespace tactus::conformance {

inline void check_constraint(const Make<Constraint>& make) {
  CatchCheck check;
  constraint_promises(make, check);
}

}  // namespace tactus::conformance
