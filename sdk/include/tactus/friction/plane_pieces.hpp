/// \file friction/plane_pieces.hpp  Solves a single contact in the plane by Newton's method, piece
/// by piece.
///
/// In the plane the equations of friction/equations.hpp are linear on each of four pieces: open,
/// sticking, and sliding in one of the two directions. On the correct piece a single Newton step
/// gives the exact reaction, and the current reaction nearly always tells which piece that is.
#pragma once

#include "local_contact.hpp"

namespace tactus::friction {

/// Computes the reaction of a closing contact (b_N < 0). It starts on the piece that contains `r`
/// and moves on to the pieces that Newton's method visits, at most three of them.
/// @returns false, with `r` unchanged, if none of these gives a sufficiently accurate reaction
inline bool solve_on_pieces(const LocalContact<2>& c, Vec<2>& r, Index& steps) {
  const Real nn = c.W(0, 0), nt = c.W(0, 1), tn = c.W(1, 0), tt = c.W(1, 1), mu = c.mu;
  const Real by_det = 1 / (nn * tt - nt * tn);
  int side = 0;  // 0: sticking, otherwise the sign of R_T
  if (r[0] > 0 && std::abs(r[1]) >= mu * r[0]) side = r[1] > 0 ? 1 : -1;
  for (int tries = 0; tries < 3; ++tries) {
    ++steps;
    Real n = 0, t = 0;
    if (side == 0) {
      n = (nt * c.b[1] - tt * c.b[0]) * by_det, t = (tn * c.b[0] - nn * c.b[1]) * by_det;
    } else {
      n = -c.b[0] / (nn + nt * side * mu), t = side * mu * n;
    }
    if (!(n > 0)) return false;
    if (side == 0 && std::abs(t) > mu * n) {
      side = t > 0 ? 1 : -1;
      continue;
    }
    const Real u_n = c.b[0] + nn * n + nt * t, u_t = c.b[1] + tn * n + tt * t;
    if (side * u_t > 0) {
      side = 0;
      continue;
    }
    if (!(4 * std::abs(u_n) <= c.enough) || (side == 0 && !(4 * std::abs(u_t) <= c.enough)))
      return false;
    r << n, t;
    return true;
  }
  return false;
}

}  // namespace tactus::friction
