/// \file rigid_bodies.hpp  Rigid bodies in the plane and in space, with 3 or 6 degrees of freedom each.
///
/// q contains the centre of mass, then the angle (plane) or the unit quaternion wxyz (space) of the
/// principal axes. u and v contain the displacement of the centre in spatial axes, then the angle,
/// or a rotation vector in the principal axes of the body, R <- R exp(u). A point of the body is at
///   x = x_0 + (c - c_0) + (R - R_0) X,   X = R_0' (x_0 - c_0),
/// where the index 0 denotes the start. In this form positions at the start equal those of the mesh
/// to the last bit, so that bodies which touch do not overlap by rounding.
#pragma once

#include <vector>

#include "core/model/body_kind.hpp"
#include "core/model/mass_properties.hpp"

namespace tactus::core {

/// One body as it is placed at the start.
struct RigidBody {
  MassProperties properties{};
  std::vector<Real> points{};  ///< [points * dim] m
};

/// One body, and where it is in a state of the model.
struct MovingRigidBody {
  /// Centre and rotation; in the plane the rotation is about the third axis.
  struct Pose {
    Vector3 centre = Vector3::Zero();
    Matrix3 turn = Matrix3::Identity();        ///< R
    Matrix3 difference = Matrix3::Identity();  ///< R - R_0
  };

  int dim = 2;
  Real mass = 0;
  Vector3 inertia = Vector3::Zero();
  Vector3 centre = Vector3::Zero();    ///< at the start
  Matrix3 turn = Matrix3::Identity();  ///< R_0
  Index coordinate = 0, dof = 0;       ///< first ones
  Range points{};

  /// Rounds as BodyKind::move() does, so that the end of a step is seen exactly where the next one starts.
  Vector3 centre_at(const Placement& at) const;
  Pose pose_at(const Placement& at) const;
  /// The part of a velocity that moves the centre.
  Vector3 centre_velocity(View<Real> v) const;
  /// The rotational part of an increment or a velocity; in the plane along the third axis.
  Vector3 rotation_vector(View<Real> u, Real fraction = 1) const;
};

class RigidBodies final : public BodyKind {
 public:
  RigidBodies(int dim, const std::vector<RigidBody>& bodies, const KindRanges::First& first);

  void initial_coordinates(Out<Real> q) const override;
  void add_velocity(const VelocityConfig& entry, Index body, View<Real> q,
                    Out<Real> v) const override;
  void mass(Out<Real> mass) const override;
  void move(View<Real> q, View<Real> u, Out<Real> out) const override;
  void drift(View<Real> q, View<Real> w, Real dt, Out<Real> u) const override;
  void carry(View<Real> from, View<Real> to, View<Real> x, Out<Real> y) const override;
  void to_velocity(View<Real> u, View<Real> force, Out<Real> out) const override;
  void mean_velocity(View<Real> from, View<Real> to, View<Real> v, Real dt,
                     Out<Real> w) const override;
  bool turns() const override { return dim_ == 3; }

  void force(View<Real> gravity, Out<Real> force) const override;
  Real load_potential(View<Real> gravity, View<Real> q) const override;
  Momenta momenta(View<Real> q, View<Real> v, const Real* centre) const override;
  std::string_view why_no_loads() const override;
  void body_pose(View<Real> q, Index body, Real* centre, Real* axes) const override;

  void place(const Placement& at, Out<Real> x) const override;
  void velocities(View<Real> q, View<Real> v, Out<Real> x) const override;
  void place_point(const Placement& at, Index point, Real* x) const override;
  void jacobian(const Placement& at, Index point, const Real* x, Real* J) const override;
  void derivative(const Placement& at, Index point, Real* J) const override;
  void add_curvature(const Placement& at, Index point, const Real* g, Real* H) const override;

 private:
  const MovingRigidBody& body_of(Index point) const {
    return bodies_[static_cast<std::size_t>(ranges().body_at(point))];
  }
  Vector3 arm(Index point) const {
    return Eigen::Map<const Vector3>(arm_.data() + 3 * (point - ranges().points.begin));
  }
  void put(const MovingRigidBody::Pose& pose, const MovingRigidBody& body, Index point,
           Real* x) const;

  int dim_;
  std::vector<MovingRigidBody> bodies_;
  std::vector<Real> start_, arm_;  ///< [points * 3] x_0 and X
};

}  // namespace tactus::core
