/// \file statics/massless.hpp  The name that integrators claim which move nodes without mass.
#pragma once

#include "../capability.hpp"

namespace tactus::capability {

/// Of an integrator: nodes whose mass was given to their neighbours (System::mass() is 0 there) are in equilibrium
/// with contact at the end of each step. Bodies name the surfaces that consist of such nodes.
inline constexpr std::string_view massless_nodes = "problem.massless_nodes";

}  // namespace tactus::capability
