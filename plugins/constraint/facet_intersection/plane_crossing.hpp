// The intersection function of Kane et al., appendix A.1, in the plane. Two crossing segments (x1,
// x2) and (x3, x4) are labelled so that D = (x2 - x1) x (x4 - x3) > 0. With
//   p = orient(x1, x2, x4) > 0,   q = orient(x3, x4, x1) > 0
// the overlap triangle (x1, crossing point, x4) has twice the area p q/D (A.1), and
//   g = -p q
// is (A.2) with the sign that (3.10) requires: negative if the segments cross.
#pragma once

#include <algorithm>
#include <tactus/geometry/orient.hpp>

namespace facet_intersection {
using namespace tactus;

/// Whether the open segments have exactly one common point that is not an end of either; decided
/// exactly.
inline bool properly_cross(const Real* a, const Real* b, const Real* c, const Real* d) {
  const int abc = orient_sign(a, b, c);
  if (abc == 0 || abc != -orient_sign(a, b, d)) return false;
  const int cda = orient_sign(c, d, a);
  return cda != 0 && cda == -orient_sign(c, d, b);
}

/// Gradient of orient(a, b, c) with respect to its three points, in their order.
inline void orient_gradient(const Real* a, const Real* b, const Real* c, Real* out) {
  const Real gradient[] = {b[1] - c[1], c[0] - b[0], c[1] - a[1],
                           a[0] - c[0], a[1] - b[1], b[0] - a[0]};
  std::copy(std::begin(gradient), std::end(gradient), out);
}

/// g and its derivatives over (x1, x2, x3, x4), 8 numbers.
struct Crossing {
  static constexpr int kP[] = {0, 1, 3};  ///< points of p
  static constexpr int kQ[] = {2, 3, 0};  ///< points of q
  Real p, q, dp[8] = {}, dq[8] = {};

  Crossing(const Real* x1, const Real* x2, const Real* x3, const Real* x4)
      : p(orient(x1, x2, x4)), q(orient(x3, x4, x1)) {
    Real at[6];
    orient_gradient(x1, x2, x4, at);
    for (int i = 0; i < 6; ++i) dp[2 * kP[i / 2] + i % 2] = at[i];
    orient_gradient(x3, x4, x1, at);
    for (int i = 0; i < 6; ++i) dq[2 * kQ[i / 2] + i % 2] = at[i];
  }
  Real value() const { return -p * q; }
  Real gradient(int i) const { return -(q * dp[i] + p * dq[i]); }
  /// weight * d2g, row-major: -(dp dq' + dq dp' + q d2p + p d2q). The second derivative of
  /// orient(a, b, c) is 1 for each of (a_x, b_y), (b_x, c_y), (c_x, a_y), and -1 with x and y
  /// exchanged.
  void hessian(Real weight, Real* out) const {
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 8; ++j) out[8 * i + j] = -weight * (dp[i] * dq[j] + dq[i] * dp[j]);
    for (int k = 0; k < 3; ++k) {
      add_area(kP[k], kP[(k + 1) % 3], -weight * q, out);
      add_area(kQ[k], kQ[(k + 1) % 3], -weight * p, out);
    }
  }

 private:
  static void add_area(int a, int b, Real factor, Real* out) {
    const auto both = [&](int i, int j, Real c) { out[8 * i + j] += c, out[8 * j + i] += c; };
    both(2 * a, 2 * b + 1, factor);
    both(2 * a + 1, 2 * b, -factor);
  }
};

}  // namespace facet_intersection
