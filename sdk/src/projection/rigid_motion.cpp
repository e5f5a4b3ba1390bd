// Computes the rigid motion of an impact zone. The prescribed nodes determine its remaining
// freedom; then the rotation follows from the conservation of angular momentum. The plane is
// treated as a space with rotations about one axis, and so is a zone in space that is pinned along
// a line.
#include "tactus/projection/rigid_motion.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <vector>

#include "body_arms.hpp"

namespace tactus {
namespace {

using projection::BodyArm;
using V3 = Eigen::Vector3d;
using M3 = Eigen::Matrix3d;

/// Fraction of the size of a zone: prescribed increments count as equal
constexpr Real kSame = 1e-12;
constexpr int kNewton = 30;

/// The nodes with three components each, and which of these are prescribed.
class Zone {
 public:
  explicit Zone(const RigidNodes& nodes) : in_(nodes), arms_(projection::arms_of(nodes)) {
    for (Index i = 0; i < count(); ++i) {
      Index fixed = 0;
      for (int d = 0; d < nodes.dim; ++d) fixed += nodes.fixed[i * nodes.dim + d] ? 1 : 0;
      if (fixed == nodes.dim)
        pinned_.push_back(i);
      else if (fixed > 0)
        partly_ = true;
    }
  }
  Index count() const { return static_cast<Index>(in_.mass.size()); }
  int dim() const { return in_.dim; }
  V3 position(Index i) const { return read(in_.position, i); }
  V3 increment(Index i) const { return read(in_.increment, i); }
  Real mass(Index i) const { return in_.mass[i]; }
  bool fixed(Index i, int d) const { return in_.fixed[i * in_.dim + d] != 0; }
  const std::vector<Index>& pinned() const { return pinned_; }
  bool partly() const { return partly_; }  ///< some nodes are prescribed in some directions only

  V3 mean_position() const {
    return mean([&](Index i) { return position(i); });
  }
  V3 mean_increment() const {
    return mean([&](Index i) { return increment(i); });
  }
  template <class F>
  V3 mean(F&& value) const {
    V3 sum = V3::Zero();
    Real total = 0;
    for (Index i = 0; i < count(); ++i) sum += mass(i) * value(i), total += mass(i);
    return total > 0 ? V3(sum / total) : V3::Zero();
  }
  /// Calls use(mass, r, q) for each node and for each arm of a rigid body in space: where it is from
  /// the centre of the motion, and how it would move from there freely.
  template <class Use>
  void for_arms(const V3& centre, const V3& shift, const Use& use) const {
    for (Index i = 0; i < count(); ++i) use(mass(i), position(i) - centre, increment(i) - shift);
    for (const BodyArm& arm : arms_) use(arm.mass, arm.at, arm.increment);
  }
  /// In the plane: the sum of the moments of inertia of rigid bodies, and the sum of these times their
  /// free rotations.
  bool has_spins() const { return dim() == 2 && !in_.inertia.empty(); }
  Real inertia() const { return sum_of(in_.inertia, {}); }
  Real spin() const { return sum_of(in_.inertia, in_.spin); }
  /// m, magnitude of positions and increments, with which differences are compared.
  Real size() const {
    Real largest = 0;
    for (Index i = 0; i < count(); ++i)
      largest = std::max({largest, (position(i) - position(0)).norm(), increment(i).norm()});
    return largest;
  }

 private:
  static Real sum_of(View<Real> a, View<Real> b) {
    Real sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * (b.empty() ? 1 : b[i]);
    return sum;
  }
  V3 read(View<Real> a, Index i) const {
    return {a[i * in_.dim], a[i * in_.dim + 1], in_.dim == 3 ? a[i * in_.dim + 2] : 0};
  }
  RigidNodes in_;
  std::vector<BodyArm> arms_;
  std::vector<Index> pinned_;
  bool partly_ = false;
};

/// The motion x -> centre + shift + R (x - centre), as an increment.
struct Motion {
  V3 centre, shift;
  M3 turn = M3::Zero();  ///< R - 1
  Real angle = 0;        ///< of R in the plane
  V3 increment(const V3& x) const { return shift + turn * (x - centre); }
};

/// R - 1 for the rotation about the unit vector n with the given half angle; computed without
/// subtracting numbers near 1.
M3 turn_about(const V3& n, Real half) {
  M3 cross;
  cross << 0, -n[2], n[1], n[2], 0, -n[0], -n[1], n[0], 0;
  const Real s = std::sin(half), c = std::cos(half);
  return 2 * s * c * cross + 2 * s * s * (n * n.transpose() - M3::Identity());
}

struct PlaneSums {
  Real inertia, along, across;
};

/// Half the angle theta that solves I sin(theta) - S (1 + cos(theta))/2 + C sin(theta)/2 + J theta
/// = K, where J and K are the sums over the rigid bodies. Starts at the mean of the angles for
/// nodes alone and bodies alone.
Real half_with_spins(const Zone& zone, const PlaneSums& nodes, Real half_of_nodes) {
  const auto [I, C, S] = nodes;
  const Real J = zone.inertia(), K = zone.spin(), weight = I + C / 2;
  Real theta = (weight * 2 * half_of_nodes + K) / (weight + J);
  for (int k = 0; k < kNewton; ++k) {
    const Real s = std::sin(theta), c = std::cos(theta);
    const Real defect = I * s - S * (1 + c) / 2 + C * s / 2 + J * theta - K;
    const Real change = defect / (I * c + S * s / 2 + C * c / 2 + J);
    theta -= change;
    if (!(std::abs(change) > 1e-16 * std::abs(theta))) break;
  }
  return theta / 2;
}

/// The rotation about an axis through `motion.centre`: tan(theta/2) = S/(2 I + C), with components
/// perpendicular to the axis.
void rotate_about(const V3& axis, const Zone& zone, Motion& motion) {
  Real inertia = 0, along = 0, across = 0;
  zone.for_arms(motion.centre, motion.shift, [&](Real mass, const V3& arm, const V3& moved) {
    const auto normal = [&](const V3& a) { return V3(a - axis * axis.dot(a)); };
    const V3 r = normal(arm), q = normal(moved);
    inertia += mass * r.dot(r);
    along += mass * r.dot(q);
    across += mass * axis.dot(r.cross(q));
  });
  Real half = inertia > 0 ? std::atan2(across, 2 * inertia + along) : 0;
  if (zone.has_spins()) half = half_with_spins(zone, {inertia, along, across}, half);
  motion.angle = 2 * half;
  if (inertia > 0) motion.turn = turn_about(axis, half);
}

M3 cross_matrix(const V3& a) {
  M3 m;
  m << 0, -a[2], a[1], a[2], 0, -a[0], -a[1], a[0], 0;
  return m;
}

/// F(omega) = sum m r' x (omega x r' - q) and its Jacobian, with w = omega/2 and
/// r' = (r + w x r + w (w.r))/(1 + w.w), the mean of the lever arms before and after the rotation.
void angular_defect(const Zone& zone, const Motion& motion, const V3& omega, V3& F, M3& J) {
  const V3 w = omega / 2;
  const Real square = 1 + w.dot(w);
  F.setZero(), J.setZero();
  zone.for_arms(motion.centre, motion.shift, [&](Real mass, const V3& r, const V3& q) {
    // With the mean of the lever arms before and after the rotation the moment of the corrections
    // is exactly the change of the angular momentum in the step, and the scalar product of F = 0
    // with omega says that contact does no work on the zone. With the arms at either end both
    // would hold to first order only.
    const V3 middle = (r + w.cross(r) + w * w.dot(r)) / square;
    const V3 rest = omega.cross(middle) - q;
    const M3 d_middle = (-cross_matrix(r) + w.dot(r) * M3::Identity() + w * r.transpose() -
                         2 * middle * w.transpose()) /
                        (2 * square);
    F += mass * middle.cross(rest);
    J += mass * (cross_matrix(middle) * (cross_matrix(omega) * d_middle - cross_matrix(middle)) -
                 cross_matrix(rest) * d_middle);
  });
}

/// The rotation in space about `motion.centre`; false if Newton's method does not converge. If all
/// nodes of a zone are on one line, a rotation about it moves nothing, so that this pivot is
/// dropped.
bool rotate_freely(const Zone& zone, Motion& motion) {
  V3 omega = V3::Zero(), F;
  M3 J;
  for (int k = 0; k < kNewton; ++k) {
    angular_defect(zone, motion, omega, F, J);
    if (J.isZero(0)) return true;  // a single node has no lever arm
    Eigen::FullPivLU<M3> lu(J);
    // For nodes on one line J has no pivot about that line. The threshold treats a pivot of
    // rounding errors as zero, so that the rotation about the line stays zero.
    lu.setThreshold(1e-12);
    const V3 change = lu.solve(-F);
    if (!change.allFinite()) return false;
    omega += change;
    if (change.norm() <= 1e-15 * std::max(Real{1}, omega.norm()) || k + 1 == kNewton) {
      const Real w = omega.norm() / 2;
      if (w > 0) motion.turn = turn_about(omega / (2 * w), std::atan(w));
      return change.norm() <= 1e-12;
    }
  }
  return false;
}

bool agree(const Zone& zone, const Motion& motion) {
  const Real small = kSame * zone.size();
  return std::all_of(zone.pinned().begin(), zone.pinned().end(), [&](Index i) {
    return (motion.increment(zone.position(i)) - zone.increment(i)).norm() <= small;
  });
}

/// Handles nodes that are prescribed in every direction: the zone can rotate about one such node or
/// about a line through several, or it has no freedom at all.
bool fit_pinned(const Zone& zone, Motion& motion) {
  const std::vector<Index>& pinned = zone.pinned();
  motion.centre = zone.position(pinned[0]);
  motion.shift = zone.increment(pinned[0]);
  if (pinned.size() == 1) {
    if (zone.dim() == 2) return rotate_about(V3::UnitZ(), zone, motion), true;
    return rotate_freely(zone, motion);
  }
  const bool translated = agree(zone, motion);
  // The two nodes that are farthest from the first one, and from the line through both.
  V3 line = V3::Zero(), side = V3::Zero(), line_moved = V3::Zero(), side_moved = V3::Zero();
  for (const Index i : pinned) {
    const V3 r = zone.position(i) - motion.centre;
    if (r.norm() > line.norm()) line = r, line_moved = r + zone.increment(i) - motion.shift;
  }
  Real furthest = 0;
  for (const Index i : pinned) {
    const V3 r = zone.position(i) - motion.centre;
    const Real off = (r - line * line.dot(r) / line.squaredNorm()).norm();
    if (off > furthest) furthest = off, side = r, side_moved = r + zone.increment(i) - motion.shift;
  }
  const bool collinear = line.cross(side).norm() <= 1e-9 * line.squaredNorm();
  if (translated) {
    if (zone.dim() == 3 && collinear) rotate_about(line.normalized(), zone, motion);
    return true;
  }
  if (zone.dim() == 3 && collinear)
    return false;  // the rotation about the line would be undetermined
  const auto frame = [](const V3& a, const V3& b) {
    M3 m;
    m.col(0) = a.normalized();
    m.col(2) = a.cross(b).normalized();
    m.col(1) = m.col(2).cross(m.col(0));
    return m;
  };
  const V3 up = V3::UnitZ();
  if (zone.dim() == 2)
    motion.angle =
        std::atan2(line[0] * line_moved[1] - line[1] * line_moved[0], line.dot(line_moved));
  const M3 before = zone.dim() == 2 ? frame(line, up.cross(line)) : frame(line, side),
           after = zone.dim() == 2 ? frame(line_moved, up.cross(line_moved))
                                   : frame(line_moved, side_moved);
  motion.turn = after * before.transpose() - M3::Identity();
  return agree(zone, motion);
}

/// Handles nodes that are prescribed in some directions only. The zone is translated freely in
/// directions that are not prescribed, and with the prescribed nodes in directions in which these
/// agree.
bool fit_partly(const Zone& zone, Motion& motion) {
  motion.centre = zone.mean_position();
  motion.shift = zone.mean_increment();
  const Real small = kSame * zone.size();
  for (int d = 0; d < zone.dim(); ++d) {
    bool given = false;
    for (Index i = 0; i < zone.count(); ++i) {
      if (!zone.fixed(i, d)) continue;
      const Real wanted = zone.increment(i)[d];
      if (given && std::abs(wanted - motion.shift[d]) > small) return false;
      motion.shift[d] = wanted, given = true;
    }
  }
  return true;
}

bool fit_free(const Zone& zone, Motion& motion) {
  motion.centre = zone.mean_position();
  motion.shift = zone.mean_increment();
  if (zone.dim() == 3) {
    if (!rotate_freely(zone, motion)) return false;
  } else {
    rotate_about(V3::UnitZ(), zone, motion);
  }
  // The centre is rounded; the displacement of the centre by the rotation would appear as linear
  // momentum.
  motion.shift -=
      motion.turn * zone.mean([&](Index i) { return V3(zone.position(i) - motion.centre); });
  return true;
}

}  // namespace

/// There are three cases: nodes prescribed in some directions only, nodes prescribed in all
/// directions, and a free zone, whose motion follows from the conservation of momentum. If the
/// prescribed motions admit no rigid motion, the step is rejected.
Outcome find_rigid_motion(const RigidNodes& nodes, Out<Real> u, Out<Real> turn) {
  const Zone zone(nodes);
  Motion motion{V3::Zero(), V3::Zero()};
  bool found = false;
  if (zone.partly())
    found = fit_partly(zone, motion);
  else if (!zone.pinned().empty())
    found = fit_pinned(zone, motion);
  else
    found = fit_free(zone, motion);
  if (!found)
    return Outcome::retry(Cause::infeasible,
                          "bodies are pinched between supports whose prescribed motions no rigid "
                          "motion of what is between them can follow");
  if (nodes.dim == 2)
    std::fill(turn.begin(), turn.end(), motion.angle);
  else
    projection::write_turns(motion.turn, nodes, turn);
  for (Index i = 0; i < zone.count(); ++i) {
    const V3 increment = motion.increment(zone.position(i));
    for (int d = 0; d < nodes.dim; ++d) {
      const auto k = static_cast<std::size_t>(i * nodes.dim + d);
      u[k] = nodes.fixed[k] ? nodes.increment[k] : increment[d];
    }
  }
  return {};
}

}  // namespace tactus
