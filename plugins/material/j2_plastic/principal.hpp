// Eigenvalues and eigenvectors of symmetric 3 x 3 tensors, for all points of a tile at once.
#pragma once

#include <tactus/material.hpp>

namespace j2_plastic {
using tactus::Lanes, tactus::Real, tactus::kLanes;

/// Jacobi's method: in turn each pair of axes is rotated so that the tensor has no entry between them.
/// A fixed number of rotations without branches gives every lane the same bits wherever it stands.
/// Equal eigenvalues need no special treatment, because the vectors are orthonormal in any case.
struct Principal {
  Lanes value[3];
  Lanes vector[3][3];  ///< [A][i] component i of the vector of value A

  /// @param diagonal  entries 11, 22, 33
  /// @param off       entries 23, 13, 12
  /// @param plane     23 and 13 are zero: one rotation is exact
  Principal(const Lanes (&diagonal)[3], const Lanes (&off)[3], bool plane) {
    Lanes entry[3];
    for (int a = 0; a < 3; ++a) {
      value[a] = diagonal[a], entry[a] = off[a];
      for (int i = 0; i < 3; ++i) vector[a][i].setConstant(a == i);
    }
    // What a sweep leaves is less than the square of what it found; four sweeps reach rounding.
    const int sweeps = plane ? 1 : 6;
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      rotate(0, 1, entry);
      if (plane) continue;
      rotate(0, 2, entry);
      rotate(1, 2, entry);
    }
  }

 private:
  /// Entry [r] is the one between the two axes that are not r.
  void rotate(int p, int q, Lanes (&entry)[3]) {
    const int r = 3 - p - q;
    const Lanes apq = entry[r], ratio = (value[q] - value[p]) / (2 * apq);
    // The tangent of the angle; no rotation where the entry is zero. Squares of entries would underflow where
    // sweeps have left 1e-170 between equal values; that of the ratio may overflow, and then t is zero.
    const Lanes size = 1 / (ratio.abs() + (1 + ratio.square()).sqrt());
    const Lanes t = (apq != 0).select((ratio < 0).select(-size, size), Lanes::Zero());
    const Lanes c = (1 + t.square()).rsqrt(), s = t * c;
    value[p] -= t * apq;
    value[q] += t * apq;
    entry[r].setZero();
    turn(c, s, entry[q], entry[p]);
    for (int i = 0; i < 3; ++i) turn(c, s, vector[p][i], vector[q][i]);
  }
  static void turn(const Lanes& c, const Lanes& s, Lanes& first, Lanes& second) {
    const Lanes before = first;
    first = c * before - s * second;
    second = s * before + c * second;
  }
};

}  // namespace j2_plastic
