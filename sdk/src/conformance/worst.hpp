/// The largest of many deviations, of which one may be no number.
#pragma once

#include <concepts>

#include "tactus/types.hpp"

namespace tactus::conformance {

/// Raises `worst` to the deviations that are larger. Where one is NaN it is NaN for good: std::max(worst, NaN) would
/// be `worst`, and the promise kept.
inline void raise_to(Real& worst, std::convertible_to<Real> auto... deviations) {
  for (const Real one : {static_cast<Real>(deviations)...})
    if (!(one <= worst) && worst == worst) worst = one;
}

/// The largest magnitude among the entries of a vector or matrix, or NaN; 0 of none.
template <class Matrix>
Real largest_entry(const Eigen::MatrixBase<Matrix>& of) {
  return of.size() == 0 ? 0 : of.cwiseAbs().template maxCoeff<Eigen::PropagateNaN>();
}

}  // namespace tactus::conformance
