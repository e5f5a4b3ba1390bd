/// \file conformance/probe_promises.hpp  What every probe promises, put to the test; compiled into
/// tactus::conformance.
#pragma once

#include "../probe.hpp"
#include "check.hpp"

namespace tactus::conformance {

/// `make` builds the probe with the options to test. It is tested in the plane and in space, unless it
/// refuses one of them (ConfigError of setup()).
void probe_promises(const Make<Probe>& make, Check& check);

}  // namespace tactus::conformance
