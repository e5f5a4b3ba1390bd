/// \file vector_of_quaternion.hpp  The rotation vector of a quaternion.
#pragma once

#include <cmath>
#include <numbers>

#include "tactus/rotation.hpp"

namespace tactus::core {

/// The u of exp(u), given its quaternion wxyz of any length but zero. Of all u, which differ by whole turns, it is
/// the one nearest to `near` along their axis.
inline Vector3 vector_of_quaternion(const Real* q, const Vector3& near) {
  constexpr Real kTurn = 2 * std::numbers::pi;
  const Vector3 v = q[0] < 0 ? Vector3(-q[1], -q[2], -q[3]) : Vector3(q[1], q[2], q[3]);
  const Real size = v.norm(), angle = 2 * std::atan2(size, std::abs(q[0]));
  const Vector3 axis = size > 0 ? Vector3(v / size) : near.normalized();
  return (angle + kTurn * std::round((near.dot(axis) - angle) / kTurn)) * axis;
}

}  // namespace tactus::core
