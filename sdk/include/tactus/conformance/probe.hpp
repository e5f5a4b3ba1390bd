/// \file conformance/probe.hpp  The conformance test of probes. It tests everything that every probe
/// promises, within one Catch2 test case:
///
///     TEST_CASE("my_strain keeps every promise of a probe") {
///       tactus::conformance::check_probe([] { return std::make_unique<MyStrain>(options); });
///     }
#pragma once

#include "catch_check.hpp"
#include "probe_promises.hpp"

namespace tactus::conformance {

inline void check_probe(const Make<Probe>& make) {
  CatchCheck check;
  probe_promises(make, check);
}

}  // namespace tactus::conformance
