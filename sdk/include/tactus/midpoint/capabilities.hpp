/// \file midpoint/capabilities.hpp  Names of what rules that evaluate forces in the middle of a step may
/// claim.
#pragma once

#include "../capability.hpp"

namespace tactus::capability {

/// Of an integrator whose rows hold in the middle of a step: at its end bodies may overlap.
inline constexpr std::string_view middle_contact = "problem.middle_contact";
/// Of an integrator whose steps change the energy of elastic bodies by the work of loads, supports and
/// contact alone, whatever the step.
inline constexpr std::string_view keeps_energy = "problem.keeps_energy";

}  // namespace tactus::capability
