/// \file conformance/load_promises.hpp  What every load promises, put to the test; compiled into
/// tactus::conformance.
#pragma once

#include "../load.hpp"
#include "check.hpp"

namespace tactus::conformance {

/// `make` builds the load with the options to test. It is tested in the plane and in space, unless it
/// refuses one of them (ConfigError of setup()).
void load_promises(const Make<Load>& make, Check& check);

}  // namespace tactus::conformance
