/// \file conformance/integrator_promises.hpp  What every integrator promises, put to the test; compiled into
/// tactus::conformance.
#pragma once

#include "../integrator.hpp"
#include "check.hpp"

namespace tactus::conformance {

/// `make` builds the integrator with the options to test.
void integrator_promises(const Make<Integrator>& make, Check& check);

}  // namespace tactus::conformance
