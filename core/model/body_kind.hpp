/// \file body_kind.hpp  What a kind of body has to say for itself whose points have no degrees of
/// freedom of their own.
///
/// Points of deformable bodies, particles and obstacles are nodes: node n owns the numbers dim * n,
/// ..., dim * n + dim - 1 of q and of u, and everything about them is done in plain loops over arrays.
/// All other bodies are of some BodyKind: its degrees of freedom come after those of all nodes, its
/// points after all nodes. The kernel asks a kind once for all of its bodies wherever the state is
/// moved or summed up, and for single points only where a contact row depends on them.
///
/// A new kind of body is an implementation of this class and its section in the configuration.
#pragma once

#include "tactus/types.hpp"

namespace tactus::core {

/// The configuration q (+) fraction * u; without u, q itself.
struct Placement {
  View<Real> q{};  ///< [coordinates]
  View<Real> u{};  ///< [dofs] or empty
  Real fraction = 1;
};

/// Sums over bodies.
struct Momenta {
  Real mass = 0;              ///< kg
  Real first_moment[3] = {};  ///< kg m, mass times position
  Real kinetic = 0;           ///< J
  Real linear[3] = {};        ///< kg m/s
  Real angular[3] = {};       ///< kg m^2/s about a given centre; in the plane only the third
  Real linear_scale = 0;      ///< kg m/s, sum m|v|
  Real angular_scale = 0;     ///< kg m^2/s, sum m|v||x - c| and the spins
};

/// Where a kind of body has its place in the arrays of the model.
struct KindRanges {
  Range points, coordinates, dofs;
};

/// In all functions arrays are those of the whole model, and only the parts of this kind's bodies are
/// read and written.
class BodyKind {
 public:
  explicit BodyKind(const KindRanges& ranges) : ranges_(ranges) {}
  virtual ~BodyKind() = default;
  BodyKind(const BodyKind&) = delete;
  BodyKind& operator=(const BodyKind&) = delete;

  const KindRanges& ranges() const { return ranges_; }

  // ---- the state -----------------------------------------------------------------------------

  virtual void initial_coordinates(Out<Real> q) const = 0;
  /// [dofs] kg and kg m^2
  virtual void mass(Out<Real> mass) const = 0;
  /// out = q (+) u; out may be q.
  virtual void move(View<Real> q, View<Real> u, Out<Real> out) const = 0;
  /// The same for System::drift, carry and to_velocity.
  virtual void drift(View<Real> q, View<Real> w, Real dt, Out<Real> u) const = 0;
  virtual void carry(View<Real> from, View<Real> to, View<Real> x, Out<Real> y) const = 0;
  virtual void to_velocity(View<Real> u, View<Real> force, Out<Real> out) const = 0;
  /// Whether carry() and to_velocity() do anything but copy.
  virtual bool turns() const = 0;

  // ---- mechanics -----------------------------------------------------------------------------

  /// Writes the forces of a uniform acceleration; zero for all others.
  virtual void force(View<Real> gravity, Out<Real> force) const = 0;
  /// J, potential of that force at q, zero at the start.
  virtual Real load_potential(View<Real> gravity, View<Real> q) const = 0;
  virtual Momenta momenta(View<Real> q, View<Real> v, const Real* centre) const = 0;
  /// Direction in space of a degree of freedom that displaces, kNone of one that turns.
  virtual Index direction_of(Index dof) const = 0;

  // ---- bodies one by one, as an impact zone takes them in (tactus/contact_model.hpp) ----------

  virtual Index bodies() const = 0;
  virtual Index body_at(Index point) const = 0;
  virtual Range dofs_of_body(Index body) const = 0;
  /// Centre [dim] and, in space, principal axes [9], row-major, at q.
  virtual void body_pose(View<Real> q, Index body, Real* centre, Real* axes) const = 0;

  // ---- points --------------------------------------------------------------------------------

  /// Positions [points of the model * dim].
  virtual void place(const Placement& at, Out<Real> x) const = 0;
  /// Velocities [points of the model * dim] at q.
  virtual void velocities(View<Real> q, View<Real> v, Out<Real> x) const = 0;

  /// Degrees of freedom that move a point.
  virtual Range dofs_of(Index point) const = 0;
  /// Position [dim] of one point.
  virtual void place_point(const Placement& at, Index point, Real* x) const = 0;
  /// velocity of the point = J v: [dim * size of dofs_of(point)], row-major, at `at`. With `x`, of
  /// the place x [dim] that the body carries with it in place of the point.
  virtual void jacobian(const Placement& at, Index point, const Real* x, Real* J) const = 0;
  /// d position / d increment at u' = fraction * u, row-major like J; it is J at u = 0.
  virtual void derivative(const Placement& at, Index point, Real* J) const = 0;
  /// H += d2 (g . position) / d increment2 at u', [size of dofs_of(point)]^2.
  virtual void add_curvature(const Placement& at, Index point, const Real* g, Real* H) const = 0;

 private:
  KindRanges ranges_;
};

}  // namespace tactus::core
