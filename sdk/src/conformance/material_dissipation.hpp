// What a material promises of the energy that it takes: not of a single answer, but of a path.
#pragma once

#include "tactus/conformance/check.hpp"
#include "tactus/material.hpp"

namespace tactus::conformance {

/// The promises of a law that claims material.dissipation, and those of one that does not.
void dissipation_promises(const Make<Material>& make, Check& check);

}  // namespace tactus::conformance
