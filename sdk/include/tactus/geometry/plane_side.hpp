/// \file geometry/plane_side.hpp  On which side of one plane many points lie: orient_sign() of geometry/orient.hpp,
/// where what the three points of the plane are good for is computed once.
#pragma once

#include "orient.hpp"

namespace tactus {

class PlaneSide {
 public:
  /// The plane through three points of three coordinates, which live as long as this.
  PlaneSide(const Real* a, const Real* b, const Real* c) : a_(a), b_(b), c_(c) {
    const Real u[] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    const Real v[] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      const Real left = u[j] * v[k], right = u[k] * v[j];
      normal_[i] = left - right;
      size_[i] = std::abs(left) + std::abs(right);
    }
  }

  /// orient_sign(a, b, c, d)
  int of(const Real* d) const {
    Real value = 0, size = 0;
    for (int i = 0; i < 3; ++i) {
      const Real w = d[i] - a_[i];
      value += normal_[i] * w;
      size += size_[i] * std::abs(w);
    }
    const Real bound = 0x1p-49 * size;  // as in orient_sign()
    if (value > bound) return 1;
    return value < -bound ? -1 : detail::exact_orient_sign(a_, b_, c_, d);
  }

 private:
  const Real *a_, *b_, *c_;
  Real normal_[3], size_[3];
};

}  // namespace tactus
