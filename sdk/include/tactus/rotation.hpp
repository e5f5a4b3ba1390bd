/// \file rotation.hpp  Rotations in space as the state of a rigid body holds them: a unit quaternion
/// wxyz, moved by a rotation vector in body axes, R <- R exp(u).
///
/// Every formula is written with the functions of Stumpff, which are smooth at u = 0: nothing has to
/// be divided by an angle, and no case is needed for small ones.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>

#include "types.hpp"

namespace tactus {

using Vector3 = Eigen::Matrix<Real, 3, 1>;
using Matrix3 = Eigen::Matrix<Real, 3, 3>;

/// c_n(t) = sum_k (-t)^k / (2k + n)!, n = 0, ..., 6: cos and sin of sqrt(t) and what is left of their
/// series. d c_n / dt = (n c_{n+2} - c_{n+1}) / 2.
inline std::array<Real, 7> stumpff(Real t) {
  std::array<Real, 7> c;
  if (t < 1) {  // the last two by their series, the others from c_n = 1/n! - t c_{n+2}
    constexpr int kTerms = 9;
    c[5] = c[6] = 1;
    for (int k = kTerms; k > 0; --k) {
      c[5] = 1 - c[5] * t / ((2 * k + 4) * (2 * k + 5));
      c[6] = 1 - c[6] * t / ((2 * k + 5) * (2 * k + 6));
    }
    c[5] /= 120, c[6] /= 720;
    constexpr Real kInverseFactorial[] = {1, 1, 1. / 2, 1. / 6, 1. / 24};
    for (int n = 4; n >= 0; --n) c[n] = kInverseFactorial[n] - t * c[n + 2];
    return c;
  }
  const Real angle = std::sqrt(t);
  constexpr Real kInverseFactorial[] = {1, 1, 1. / 2, 1. / 6, 1. / 24};
  c[0] = std::cos(angle), c[1] = std::sin(angle) / angle;
  for (int n = 0; n <= 4; ++n) c[n + 2] = (kInverseFactorial[n] - c[n]) / t;
  return c;
}

/// The matrix of a x.
inline Matrix3 cross_matrix(const Vector3& a) {
  Matrix3 m;
  m << 0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0;
  return m;
}

/// exp(u)
inline Matrix3 rotation_of_vector(const Vector3& u) {
  const auto c = stumpff(u.squaredNorm());
  const Matrix3 x = cross_matrix(u);
  return Matrix3::Identity() + c[1] * x + c[2] * x * x;
}

/// T(u) in exp(u + d) = exp(u) exp(T(u) d) for small d.
inline Matrix3 rotation_tangent(const Vector3& u) {
  const auto c = stumpff(u.squaredNorm());
  const Matrix3 x = cross_matrix(u);
  return Matrix3::Identity() - c[2] * x + c[3] * x * x;
}

/// Of a quaternion wxyz of any length but zero.
inline Matrix3 rotation_of_quaternion(const Real* q) {
  const Real w = q[0], x = q[1], y = q[2], z = q[3];
  const Real s = 2 / (w * w + x * x + y * y + z * z);
  Matrix3 r;
  r << 1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y), s * (x * y + w * z),
      1 - s * (x * x + z * z), s * (y * z - w * x), s * (x * z - w * y), s * (y * z + w * x),
      1 - s * (x * x + y * y);
  return r;
}

/// The quaternion of R exp(u), of unit length.
inline std::array<Real, 4> turned_quaternion(const Real* q, const Vector3& u) {
  const auto c = stumpff(u.squaredNorm() / 4);
  const Real w = c[0];
  const Vector3 v = c[1] / 2 * u, p(q[1], q[2], q[3]);
  const Vector3 turned = q[0] * v + w * p + p.cross(v);
  const Real scalar = q[0] * w - p.dot(v);
  const Real length = std::sqrt(scalar * scalar + turned.squaredNorm());
  return {scalar / length, turned[0] / length, turned[1] / length, turned[2] / length};
}

/// The quaternion of a rotation matrix.
inline std::array<Real, 4> quaternion_of_rotation(const Matrix3& r) {
  // The largest of the four is found first, so that nothing small is divided by.
  const Real w = 1 + r(0, 0) + r(1, 1) + r(2, 2), x = 1 + r(0, 0) - r(1, 1) - r(2, 2),
             y = 1 - r(0, 0) + r(1, 1) - r(2, 2), z = 1 - r(0, 0) - r(1, 1) + r(2, 2);
  const Real largest = std::max(std::max(w, x), std::max(y, z));
  const Real half = 2 * std::sqrt(largest);
  if (largest == w)
    return {half / 4, (r(2, 1) - r(1, 2)) / half, (r(0, 2) - r(2, 0)) / half,
            (r(1, 0) - r(0, 1)) / half};
  if (largest == x)
    return {(r(2, 1) - r(1, 2)) / half, half / 4, (r(0, 1) + r(1, 0)) / half,
            (r(0, 2) + r(2, 0)) / half};
  if (largest == y)
    return {(r(0, 2) - r(2, 0)) / half, (r(0, 1) + r(1, 0)) / half, half / 4,
            (r(1, 2) + r(2, 1)) / half};
  return {(r(1, 0) - r(0, 1)) / half, (r(0, 2) + r(2, 0)) / half, (r(1, 2) + r(2, 1)) / half,
          half / 4};
}

/// Second derivative of a' exp(u) x with respect to u, symmetric. With t = u'u, k = a.x, b = x x a,
/// M = (a x' + x a')/2: a' exp(u) x = c_0 k + c_1 b.u + c_2 u'M u, differentiated by parts.
inline Matrix3 rotation_curvature(const Vector3& u, const Vector3& a, const Vector3& x) {
  const auto c = stumpff(u.squaredNorm());
  const Real d0 = -c[1] / 2, d1 = (c[3] - c[2]) / 2, d2 = (2 * c[4] - c[3]) / 2;
  const Real e0 = (c[2] - c[3]) / 4, e1 = (3 * c[5] - 3 * c[4] + c[3]) / 4,
             e2 = (8 * c[6] - 5 * c[5] + c[4]) / 4;
  const Real k = a.dot(x);
  const Vector3 b = x.cross(a);
  const Matrix3 m = (a * x.transpose() + x * a.transpose()) / 2;
  const Vector3 mu = m * u;
  const Real bu = b.dot(u), umu = u.dot(mu);
  return 2 * (d0 * k + d1 * bu + d2 * umu) * Matrix3::Identity() +
         4 * (e0 * k + e1 * bu + e2 * umu) * u * u.transpose() +
         2 * d1 * (u * b.transpose() + b * u.transpose()) +
         4 * d2 * (u * mu.transpose() + mu * u.transpose()) + 2 * c[2] * m;
}

}  // namespace tactus
