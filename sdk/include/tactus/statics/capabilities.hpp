/// \file statics/capabilities.hpp  The name that integrators of load steps claim.
#pragma once

#include "../capability.hpp"

namespace tactus::capability {

/// Of an integrator without inertia: velocities are zero, each step ends in equilibrium, and time is the parameter of
/// loads and supports. The kernel measures the equilibrium of each step, and judges neither energy nor momentum.
inline constexpr std::string_view statics = "problem.static";

}  // namespace tactus::capability
