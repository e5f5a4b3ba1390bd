/// \file statics/restraint.hpp  Limits how far corrections go in steps without inertia, for contact solvers.
///
/// What pressed at t_n would spring apart in the first correction of Newton's method without contact, and a body that
/// nothing but contact holds would go without limit. Therefore the tangent gets a multiple of the unit matrix, sigma, with
/// which no correction is longer than a part of an altitude of the elements. That part grows from correction to
/// correction, and sigma shrinks to 1e-8 of the tangent's diagonal, or to 1e-12 after let_go(). The residual stays as it
/// is, and with it the solution.
#pragma once

#include <vector>

#include "../linear.hpp"

namespace tactus {

class Restraint {
 public:
  /// Whether a tangent has no part of inertia: there are degrees of freedom whose row resists no translation.
  static bool has_no_inertia(const LinearOperator& tangent, View<std::uint8_t> fixed);

  /// A step begins. @pre tangent.sparse()
  void begin(const LinearOperator& tangent, View<std::uint8_t> fixed, Real altitude);
  /// N/m, to be added to each entry of the diagonal.
  Real sigma() const { return sigma_; }
  /// N/m, the mean of the diagonal.
  Real stiffness() const { return stiffness_; }
  /// Adds sigma to the diagonal of a matrix of this size, where begin() was told that degrees of freedom are free.
  void add(Index size, BlockSink& matrix) const;

  /// Whether a correction with a largest entry of `size` goes too far; sigma has then grown, and the correction is to be
  /// found again.
  /// @param needed  m, how far rows of contact ask to be moved: what no sigma makes shorter
  bool holds_back(Real size, Real needed);
  /// The matrix was not positive definite: sigma has grown, and the correction is to be found again. False where it was
  /// too large for that already.
  bool holds_more();
  /// Corrections creep, since sigma alone resists them: in this step it becomes smaller from now on.
  void let_go();
  /// A correction was made: sigma shrinks, and the next one may go farther.
  void relax();
  /// Whether sigma is as small as it gets, so that a correction tells how far the solution is.
  bool is_relaxed() const { return sigma_ <= least_; }

 private:
  Real stiffness_ = 0, sigma_ = 0, least_ = 0;  ///< N/m
  Real limit_ = 0, longest_ = 0;                ///< m, of a correction: now, and at most
  std::vector<Index> free_;                     ///< degrees of freedom
};

/// Whether the forces of a step without inertia, r = G'l, balance. That is enough where next to nothing resists a motion,
/// such as the rolling of a disk: its corrections would never end.
/// @param contact_force  [dofs] N, G'l
/// @param share  of the largest force of contact: what may be left at each degree of freedom
bool is_at_rest(View<Real> r, View<Real> contact_force, View<std::uint8_t> fixed, Real share);

}  // namespace tactus
