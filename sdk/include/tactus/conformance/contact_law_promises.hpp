/// \file conformance/contact_law_promises.hpp  What every contact law promises, put to the test; compiled into
/// tactus::conformance.
#pragma once

#include "../contact_law.hpp"
#include "check.hpp"

namespace tactus::conformance {

/// `make` builds the law with the options to test. It is tested in the plane and in
/// space, unless it refuses one of them (ConfigError of solve()).
void contact_law_promises(const Make<ContactLaw>& make, Check& check);

}  // namespace tactus::conformance
