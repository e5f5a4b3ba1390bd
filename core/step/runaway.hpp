/// \file runaway.hpp  Where to look when a run ran away: the body that got the energy, and its most
/// crushed element. Bodies in contact with it are told as well, but may have had no part in it.
#pragma once

#include <string>

#include "core/model/model.hpp"
#include "core/scene/configuration.hpp"

namespace tactus::core {

/// `"ring" has 12 J more kinetic energy than at the start, and its most crushed element, near (1, 2) m, 0.03 of
/// its area`: the body whose energy rose most, as one that was fast before need have no part in it.
/// @param q, v  of the state in which the run ran away
std::string where_energy_rose(const Model& model, const Configuration& configuration, View<Real> q,
                              View<Real> v);

}  // namespace tactus::core
