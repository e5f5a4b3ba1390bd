#include "body_arms.hpp"

#include <algorithm>
#include <cmath>

#include "tactus/rotation.hpp"

namespace tactus::projection {
namespace {

using Axes = Eigen::Map<const Eigen::Matrix<Real, 3, 3, Eigen::RowMajor>>;
using V3 = Eigen::Vector3d;

V3 triple(View<Real> values, std::size_t i) { return Eigen::Map<const V3>(values.data() + 3 * i); }

std::size_t bodies_in_space(const RigidNodes& nodes) {
  return nodes.dim == 3 ? nodes.inertia.size() / 3 : 0;
}

/// (R - 1) x of the rotation by a vector, to all digits of a small one.
V3 turned_by(const V3& vector, const V3& x) {
  const auto c = stumpff(vector.squaredNorm());
  const V3 once = vector.cross(x);
  return c[1] * once + c[2] * vector.cross(once);
}

}  // namespace

std::vector<BodyArm> arms_of(const RigidNodes& nodes) {
  std::vector<BodyArm> arms;
  for (std::size_t b = 0; b < bodies_in_space(nodes); ++b) {
    const Axes axes(nodes.axes.data() + 9 * b);
    const V3 inertia = triple(nodes.inertia, b);
    const V3 spin = triple(nodes.spin, b);
    for (int k = 0; k < 3; ++k) {
      const V3 arm = V3::Unit(k);
      arms.push_back({.mass = std::max<Real>(0, inertia.sum() / 2 - inertia[k]),
                      .at = axes * arm,
                      .increment = axes * turned_by(spin, arm)});
    }
  }
  return arms;
}

void write_turns(const Eigen::Matrix3d& turn, const RigidNodes& nodes, Out<Real> out) {
  // The sine times the axis is in the differences of what is beside the diagonal, to all digits.
  const V3 sine = V3(turn(2, 1) - turn(1, 2), turn(0, 2) - turn(2, 0), turn(1, 0) - turn(0, 1)) / 2;
  const Real size = sine.norm(), angle = std::atan2(size, 1 + turn.trace() / 2);
  const V3 vector = size > 0 ? V3(sine * (angle / size)) : V3::Zero();
  for (std::size_t b = 0; b < bodies_in_space(nodes); ++b) {
    const V3 own = Axes(nodes.axes.data() + 9 * b).transpose() * vector;
    std::copy_n(own.data(), 3, out.data() + 3 * b);
  }
}

}  // namespace tactus::projection
