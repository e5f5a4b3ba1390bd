/// \file cone_algebra.hpp  The second-order cone L = {x : |x_T| <= x_0} as the cone of squares of a
/// Jordan algebra: x o y = (x.y, x_0 y_T + y_0 x_T), with unit e = (1, 0).
///
/// Source: Alizadeh and Goldfarb, Second-order cone programming, Math. Program. 95 (2003), sections
/// 4 and 8.
#pragma once

#include <algorithm>
#include <cmath>
#include <tactus/types.hpp>

namespace interior_point {
using tactus::Index;
using tactus::Mat;
using tactus::Real;
using tactus::Vec;

/// x_0^2 - |x_T|^2, which is positive inside of the cone; as a product, which keeps the digits of
/// points close to its surface.
template <int D>
Real determinant(const Vec<D>& x) {
  const Real t = x.template tail<D - 1>().norm();
  return (x[0] - t) * (x[0] + t);
}

/// x^-1, with x o x^-1 = e.
template <int D>
Vec<D> inverse(Vec<D> x) {
  const Real det = determinant<D>(x);
  x.template tail<D - 1>() *= -1;
  return x / det;
}

/// x o y.
template <int D>
Vec<D> product(const Vec<D>& x, const Vec<D>& y) {
  Vec<D> z = x[0] * y + y[0] * x;
  z[0] = x.dot(y);
  return z;
}

/// The z with x o z = y, x inside of the cone.
template <int D>
Vec<D> quotient(const Vec<D>& x, const Vec<D>& y) {
  const auto x_t = x.template tail<D - 1>(), y_t = y.template tail<D - 1>();
  Vec<D> z;
  z[0] = (x[0] * y[0] - x_t.dot(y_t)) / determinant<D>(x);
  z.template tail<D - 1>() = (y_t - z[0] * x_t) / x[0];
  return z;
}

/// The scaling of Nesterov and Todd for two points inside of the cone: the inverse of the quadratic
/// representation Q_w that maps y to x. It is symmetric and positive definite, and maps x to y.
/// With xh, yh of determinant 1, J = diag(1, -1, ..):
///   w = (xh + J yh) / sqrt(2 (1 + xh.yh)),   Q_w^-1 = sqrt(det y / det x) (2 Jw (Jw)' - J)
/// Its square root has (Jw + e) / sqrt(2 (1 + (Jw)_0)) in place of Jw, and the root of the factor.
template <int D>
class Scaling {
 public:
  Scaling(const Vec<D>& x, const Vec<D>& y) {
    const Real size_x = std::sqrt(std::max(determinant<D>(x), kLeast)),
               size_y = std::sqrt(std::max(determinant<D>(y), kLeast));
    const Vec<D> xh = x / size_x, yh = y / size_y;
    Jw_ = xh + yh;
    Jw_.template tail<D - 1>() = yh.template tail<D - 1>() - xh.template tail<D - 1>();
    Jw_ /= std::sqrt(std::max(2 * (1 + xh.dot(yh)), kLeast));
    factor_ = size_y / size_x;
  }
  Mat<D> matrix() const { return reflection(Jw_) * factor_; }
  Mat<D> root() const { return reflection(half()) * std::sqrt(factor_); }
  /// The inverse of J's kind of matrix has J times its vector.
  Mat<D> inverse_root() const {
    Vec<D> v = half();
    v.template tail<D - 1>() *= -1;
    return reflection(v) / std::sqrt(factor_);
  }

 private:
  static constexpr Real kLeast = 1e-300;  ///< rounding may put a point onto the surface
  static Mat<D> reflection(const Vec<D>& v) {
    Mat<D> Q = 2 * v * v.transpose();
    Q.diagonal().array() += 1;
    Q(0, 0) -= 2;
    return Q;
  }
  Vec<D> half() const {
    Vec<D> v = Jw_;
    v[0] += 1;
    return v / std::sqrt(2 * v[0]);
  }
  Vec<D> Jw_;
  Real factor_;
};

template <int D>
Mat<D> scaling(const Vec<D>& x, const Vec<D>& y) {
  return Scaling<D>(x, y).matrix();
}

/// The largest step s for which x + s dx stays in the cone; x lies inside.
template <int D>
Real step_to_boundary(const Vec<D>& x, const Vec<D>& dx) {
  // det(x + s dx) = a s^2 + 2 b s + c: its first positive root, or where x_0 changes its sign.
  const auto xt = x.template tail<D - 1>(), dt = dx.template tail<D - 1>();
  const Real a = dx[0] * dx[0] - dt.squaredNorm(), b = x[0] * dx[0] - xt.dot(dt),
             c = determinant<D>(x);
  Real least = dx[0] < 0 ? -x[0] / dx[0] : tactus::kUnlimited;
  const Real discriminant = b * b - a * c;
  if (discriminant < 0) return least;
  const Real q = -(b + std::copysign(std::sqrt(discriminant), b));
  for (const Real root : {q / a, c / q})
    if (root > 0 && root < least) least = root;
  return least;
}

}  // namespace interior_point
