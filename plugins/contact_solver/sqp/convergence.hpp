// When the corrections of a step end: they are small, or they are rounding.
//
// A step at rest has no increment that its corrections could be compared with, and a body that nothing holds in some
// direction is moved there by the rounding of nodal forces, again and again. Corrections that have stopped to shrink
// therefore end where each node is in equilibrium with the rows as far as rounding lets it be known.
#pragma once

#include <cstdint>
#include <tactus/context.hpp>

namespace sqp {
using namespace tactus;

class Convergence {
 public:
  /// Of smaller corrections, times the increment of the step, merits are rounding.
  static constexpr Real kSmall = 1e-9;

  /// What follows is not to be compared with earlier corrections: a step begins, or it has got new rows.
  void begin();
  /// The next correction, if the restraint that it was found with is that of those to come.
  void note(Real size);
  /// It was made.
  void made(Real size) { size_before_ = size; }

  /// Whether corrections have stopped to shrink, at a size that rounding may have.
  bool stalls(const Scales& scales) const;
  /// Whether what next to nothing resists comes to rest slowly: corrections in a row were more than half of the one
  /// before.
  bool creeps() const;
  /// Whether the correction is the last one by its size alone.
  /// @param step  m, the largest entry of the increment
  bool is_small(Real step, Real tolerance, const Scales& scales) const;

 private:
  Real size_ = 0, size_before_ = 0;  ///< m, largest entries
  Real smallest_ = 0;
  int stalls_ = 0;  ///< corrections in a row that were hardly smaller
  int creeps_ = 0;  ///< that were more than half of the one before
};

/// Whether what each node is short of equilibrium, r - G'l, is the rounding of its forces or of its position.
/// @param weight  [dofs] m/N, one over the stiffness of each degree of freedom
bool is_balanced(View<Real> r, View<Real> contact_force, View<Real> weight,
                 View<std::uint8_t> fixed, const Scales& scales);

}  // namespace sqp
