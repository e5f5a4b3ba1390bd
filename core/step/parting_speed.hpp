/// \file parting_speed.hpp  How fast the bodies of a contact may part without new energy.
#pragma once

#include "tactus/types.hpp"

namespace tactus::core {

/// m/s, the largest speed of parting U_N that does not raise the energy of the bodies of a contact: they approach, and
/// the energy of (U_N, 0), as they have if they stick, is at most that of U. 0 if they do not approach.
/// @param U  [dim] m/s, relative velocity at the start of the step, normal first
/// @param W  [dim * dim] 1/kg, the contact's own block of the Delassus operator
Real parting_speed(View<Real> U, View<Real> W);

}  // namespace tactus::core
