// The spring of one contact: its force is a difference quotient of its energy, so that in a step it does
// exactly the work by which its energy changes.
#pragma once

#include <tactus/types.hpp>

namespace penalty {
using namespace tactus;

/// J, U(g) = kappa/2 g^2 where the gap g [m] is negative, and 0 elsewhere; kappa in N/m.
inline Real spring_energy(Real kappa, Real gap) { return gap < 0 ? kappa / 2 * gap * gap : 0; }

struct SpringForce {
  Real force = 0;  ///< N, p >= 0
  Real slope = 0;  ///< N/m, dp/dg_1 <= 0
};

/// p = -(U(g_1) - U(g_0))/(g_1 - g_0) in a form in which nothing cancels, for any g_0 and g_1: of equal
/// gaps it is -U'(g).
inline SpringForce spring_force(Real kappa, Real gap_0, Real gap_1) {
  if (gap_0 < 0 && gap_1 < 0) return {-kappa / 2 * (gap_0 + gap_1), -kappa / 2};
  const Real change = gap_1 - gap_0;
  if (gap_1 < 0) {  // closes
    const Real part = gap_1 / change;
    return {-kappa / 2 * part * gap_1, -kappa / 2 * part * (2 - part)};
  }
  if (gap_0 < 0) {  // opens
    const Real part = gap_0 / change;
    return {kappa / 2 * part * gap_0, -kappa / 2 * part * part};
  }
  return {};
}

}  // namespace penalty
