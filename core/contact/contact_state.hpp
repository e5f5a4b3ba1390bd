/// \file contact_state.hpp  Whether a contact sticks or slips, as tables, frames and probes tell it.
#pragma once

#include <cmath>
#include <cstdint>

#include "tactus/types.hpp"

namespace tactus::core {

/// What contact does at a vertex in a step. Of several contacts there the one that slips counts.
enum class ContactState : std::uint8_t {
  open,    ///< no contact acts
  sticks,  ///< within the cone of friction, or held in a rigid impact zone
  slips,   ///< on the cone of friction; without friction always
};

/// Of a contact with the reaction (R_N, R_T), by Coulomb's law. Solvers stop before slip is exact:
/// within 1e-6 of the bound it slips.
inline ContactState contact_state(const Real* reaction, int dim, Real friction) {
  constexpr Real kOnTheCone = 1e-6;
  Real square = 0;
  for (int d = 1; d < dim; ++d) square += reaction[d] * reaction[d];
  if (reaction[0] == 0 && square == 0) return ContactState::open;
  const Real bound = friction * std::abs(reaction[0]);
  return std::sqrt(square) >= bound * (1 - kOnTheCone) ? ContactState::slips : ContactState::sticks;
}

}  // namespace tactus::core
