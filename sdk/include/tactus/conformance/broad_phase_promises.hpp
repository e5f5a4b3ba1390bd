/// \file conformance/broad_phase_promises.hpp  What every broad phase promises, put to the test; compiled into
/// tactus::conformance.
#pragma once

#include "../broad_phase.hpp"
#include "check.hpp"

namespace tactus::conformance {

/// `make` builds an object with the options to test.
void broad_phase_promises(const Make<BroadPhase>& make, Check& check);

}  // namespace tactus::conformance
