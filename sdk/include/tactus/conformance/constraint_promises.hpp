/// \file conformance/constraint_promises.hpp  What every constraint promises, put to the test; compiled into
/// tactus::conformance.
#pragma once

#include "../constraint.hpp"
#include "check.hpp"

namespace tactus::conformance {

/// `make` builds the constraint with the options to test. It is tested in the plane and
/// in space, unless it refuses one of them (ConfigError of setup()).
void constraint_promises(const Make<Constraint>& make, Check& check);

}  // namespace tactus::conformance
