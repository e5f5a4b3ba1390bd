/// \file conformance/broad_phase.hpp  The conformance test of broad phases. It tests everything
/// that every broad phase promises, within one Catch2 test case:
///
///     TEST_CASE("my_grid keeps every promise of a broad phase") {
///       tactus::conformance::check_broad_phase([] { return std::make_unique<MyGrid>(options); });
///     }
#pragma once

#include "broad_phase_promises.hpp"
#include "catch_check.hpp"

namespace tactus::conformance {

inline void check_broad_phase(const Make<BroadPhase>& make) {
  CatchCheck check;
  broad_phase_promises(make, check);
}

}  // namespace tactus::conformance
