/// \file friction/local_contact.hpp  One contact under Signorini's and Coulomb's law, (74)-(75), while all
/// others keep their reactions: the law is to hold for R and Ubar = b + W R, where b is the free velocity
/// with the term of restitution, e min(0, U_old_N), in its normal component. Normal first.
#pragma once

#include <algorithm>
#include <cmath>

#include "../contact_law.hpp"
#include "cone.hpp"

namespace tactus::friction {

/// m/s, e min(0, U_old_N) of (74): what Ubar_N has more than U_N.
inline Real restitution_term(const ReactionProblem& p, Index contact) {
  if (p.U_old.empty()) return 0;
  const auto i = static_cast<std::size_t>(contact);
  return p.restitution[i] * std::min(Real(0), p.U_old[i * static_cast<std::size_t>(p.dim)]);
}

template <int D>
struct LocalContact {
  Mat<D> W;         ///< 1/kg, the diagonal block W_ii
  Vec<D> b;         ///< m/s
  Real mu = 0;      ///< friction
  Real enough = 0;  ///< m/s, the natural residual that is asked for

  /// The k-th contact of a batch.
  static LocalContact of(const LawBatch& batch, std::size_t k) {
    const ReactionProblem& p = *batch.problem;
    const Index i = batch.contacts[k];
    LocalContact c;
    c.W = block<D>(p.delassus_diagonal, i);
    c.b = point<D>(batch.free, static_cast<Index>(k));
    c.mu = p.friction[static_cast<std::size_t>(i)];
    const Real free = c.b.norm();
    c.b[0] += restitution_term(p, i);
    c.enough = batch.tolerance * (free > 0 ? free : c.b.norm());
    return c;
  }

  /// Whether the bodies can move against each other at all.
  bool movable() const { return W.trace() > 0; }
  /// kg, the step length of natural residuals.
  Real rho() const { return movable() ? D / W.trace() : 1; }
  Vec<D> velocity(const Vec<D>& R) const { return b + W * R; }
  /// m/s, tactus::natural_residual of these reactions.
  Real residual(const Vec<D>& R) const {
    return natural_residual<D>(velocity(R), 0, R, mu, 0, rho());
  }
  /// m/s, what one rounding of each term makes of the velocity.
  Real rounding(const Vec<D>& R) const {
    return 0x1p-53 * (b.cwiseAbs() + W.cwiseAbs() * R.cwiseAbs()).norm();
  }
};

/// 1/kg, the largest eigenvalue of the tangential block W_TT.
template <int D>
Real largest_tangential(const Mat<D>& W) {
  if constexpr (D == 2) {
    return W(1, 1);
  } else {
    const Real shear = (W(1, 2) + W(2, 1)) / 2;
    return (W(1, 1) + W(2, 2)) / 2 + std::hypot((W(1, 1) - W(2, 2)) / 2, shear);
  }
}

/// A reaction by cases: of the one that sticks and those that slide in a direction in which friction
/// opposes the slip that it leaves (two directions in the plane; in space up to four, which are looked
/// for all around), the one that satisfies the law best. Slow; for contacts at which iterations fail.
template <int D>
Vec<D> reaction_by_cases(const LocalContact<D>& contact);

}  // namespace tactus::friction
