/// \file conformance/material_promises.hpp  What every material promises, put to the test; compiled into
/// tactus::conformance.
#pragma once

#include "../material.hpp"
#include "check.hpp"

namespace tactus::conformance {

/// `make` builds the law with the options to test.
void material_promises(const Make<Material>& make, Check& check);

}  // namespace tactus::conformance
