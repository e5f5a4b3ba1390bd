/// \file runaway.hpp  Where to look when a run ran away: the body that has the energy, and its most
/// crushed element. Bodies in contact with it are told as well, but may have had no part in it.
#pragma once

#include <string>

#include "core/model/model.hpp"
#include "core/scene/configuration.hpp"

namespace tactus::core {

/// `98 % of the kinetic energy is in "ring", whose most crushed element, near (1, 2) m, has 0.03 of its
/// area`; rigid bodies have no such element. Empty if nothing moves.
/// @param q, v  of the state in which the run ran away
std::string where_energy_is(const Model& model, const Configuration& configuration, View<Real> q,
                            View<Real> v);

}  // namespace tactus::core
