/// \file conformance/load.hpp  The conformance test of loads. It tests everything that every load
/// promises, within one Catch2 test case:
///
///     TEST_CASE("my_wind keeps every promise of a load") {
///       tactus::conformance::check_load([] { return std::make_unique<MyWind>(options); });
///     }
#pragma once

#include "catch_check.hpp"
#include "load_promises.hpp"

namespace tactus::conformance {

inline void check_load(const Make<Load>& make) {
  CatchCheck check;
  load_promises(make, check);
}

}  // namespace tactus::conformance
