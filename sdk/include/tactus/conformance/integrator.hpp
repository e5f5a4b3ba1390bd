/// \file conformance/integrator.hpp  What every integrator promises, as one Catch2 test:
///
///     TEST_CASE("my_name keeps every promise of an integrator") {
///       tactus::conformance::check_integrator([] { return std::make_unique<MyScheme>(options); });
///     }
#pragma once

#include "catch_check.hpp"
#include "integrator_promises.hpp"

namespace tactus::conformance {

inline void check_integrator(const Make<Integrator>& make) {
  CatchCheck check;
  integrator_promises(make, check);
}

}  // namespace tactus::conformance
