/// \file body_kind.hpp  The interface of a kind of body whose points have no degrees of freedom of
/// their own, such as a rigid body.
///
/// Points of deformable bodies, particles and obstacles are nodes: node n owns the numbers dim * n, ..., dim * n +
/// dim - 1 of q and of u, and the kernel handles nodes in plain loops over arrays. All other bodies belong to some
/// BodyKind. Their degrees of freedom come after those of all nodes, and their points come after all nodes. Where
/// the state is moved or summed up, the kernel makes one call for all bodies of a kind. Single points are asked for
/// only where a contact row depends on them.
///
/// The other half of a kind, its options in a configuration, is a BodyForm (core/scene/body_form.hpp).
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "tactus/types.hpp"

namespace tactus::core {

struct VelocityConfig;

/// The configuration q (+) fraction * u; without u it is q itself.
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

/// The ranges of a body, or of several that follow each other, in the arrays of the model.
struct BodyRanges {
  Range points{}, coordinates{}, dofs{};
};

/// As BodyRanges: of all bodies of a kind. The bodies follow each other.
class KindRanges : public BodyRanges {
 public:
  /// The numbers with which the first body begins.
  struct First {
    Index point = 0, coordinate = 0, dof = 0;
  };
  explicit KindRanges(const First& first)
      : BodyRanges{.points = {first.point, first.point},
                   .coordinates = {first.coordinate, first.coordinate},
                   .dofs = {first.dof, first.dof}} {}

  /// Appends a body with so many points, coordinates and degrees of freedom.
  void add(Index point_count, Index coordinate_count, Index dof_count) {
    owner_.resize(owner_.size() + static_cast<std::size_t>(point_count), bodies());
    const auto append = [](Range& all, Index count) {
      const Range added{all.end, all.end + count};
      all.end = added.end;
      return added;
    };
    bodies_.push_back({.points = append(points, point_count),
                       .coordinates = append(coordinates, coordinate_count),
                       .dofs = append(dofs, dof_count)});
  }

  Index bodies() const { return static_cast<Index>(bodies_.size()); }
  const BodyRanges& body(Index number) const { return bodies_[static_cast<std::size_t>(number)]; }
  /// The number of the body to which a point of the model belongs.
  Index body_at(Index point) const {
    return owner_[static_cast<std::size_t>(point - points.begin)];
  }

 private:
  std::vector<BodyRanges> bodies_;
  std::vector<Index> owner_;  ///< [points] position in bodies_
};

/// All arrays are those of the whole model. A function reads and writes only the parts that belong to bodies of
/// this kind. The first dim degrees of freedom of a body move its centre along the axes, the others turn it.
class BodyKind {
 public:
  explicit BodyKind(KindRanges ranges) : ranges_(std::move(ranges)) {}
  virtual ~BodyKind() = default;
  BodyKind(const BodyKind&) = delete;
  BodyKind& operator=(const BodyKind&) = delete;

  const KindRanges& ranges() const { return ranges_; }

  // ---- the state -----------------------------------------------------------------------------

  virtual void initial_coordinates(Out<Real> q) const = 0;
  /// Adds an entry of the configuration to the velocity of one body at the start.
  virtual void add_velocity(const VelocityConfig& entry, Index body, View<Real> q,
                            Out<Real> v) const = 0;
  /// [dofs] kg and kg m^2
  virtual void mass(Out<Real> mass) const = 0;
  /// out = q (+) u; out may be q.
  virtual void move(View<Real> q, View<Real> u, Out<Real> out) const = 0;
  /// The same for System::drift, carry and to_velocity.
  virtual void drift(View<Real> q, View<Real> w, Real dt, Out<Real> u) const = 0;
  virtual void carry(View<Real> from, View<Real> to, View<Real> x, Out<Real> y) const = 0;
  virtual void to_velocity(View<Real> u, View<Real> force, Out<Real> out) const = 0;
  /// The inverse of drift(): the velocity w whose drift during dt takes `from` to `to`, as carry() hands it on to
  /// `to`. Where bodies turn by more than half a circle, the velocity v at `from` tells by how much.
  virtual void mean_velocity(View<Real> from, View<Real> to, View<Real> v, Real dt,
                             Out<Real> w) const = 0;
  /// Whether carry() and to_velocity() do anything but copy, as they do for rotating bodies.
  virtual bool turns() const = 0;

  // ---- mechanics -----------------------------------------------------------------------------

  /// Writes the forces of a uniform acceleration, and zero for all other degrees of freedom.
  virtual void force(View<Real> gravity, Out<Real> force) const = 0;
  /// J, potential of that force at q; zero at the start.
  virtual Real load_potential(View<Real> gravity, View<Real> q) const = 0;
  virtual Momenta momenta(View<Real> q, View<Real> v, const Real* centre) const = 0;
  /// What follows `body "NAME"` in the refusal of loads other than gravity, with the way out; empty:
  /// they are served.
  virtual std::string_view why_no_loads() const { return {}; }

  /// Centre [dim] and, in space, principal axes [9], row-major, at q, as a rigid impact zone needs them
  /// (tactus/contact_model.hpp).
  virtual void body_pose(View<Real> q, Index body, Real* centre, Real* axes) const = 0;

  // ---- points --------------------------------------------------------------------------------

  /// Positions [points of the model * dim].
  virtual void place(const Placement& at, Out<Real> x) const = 0;
  /// Velocities [points of the model * dim] at q.
  virtual void velocities(View<Real> q, View<Real> v, Out<Real> x) const = 0;

  /// The degrees of freedom that move a point: those of its body.
  Range dofs_of(Index point) const { return ranges_.body(ranges_.body_at(point)).dofs; }
  /// Position [dim] of one point.
  virtual void place_point(const Placement& at, Index point, Real* x) const = 0;
  /// Velocity of the point = J v: [dim * size of dofs_of(point)], row-major, at `at`. If `x` [dim]
  /// is given, J is that of the material point of the body which is at x at this moment.
  virtual void jacobian(const Placement& at, Index point, const Real* x, Real* J) const = 0;
  /// d position / d increment at u' = fraction * u, row-major like J; it is J at u = 0.
  virtual void derivative(const Placement& at, Index point, Real* J) const = 0;
  /// H += d2 (g . position) / d increment2 at u', [size of dofs_of(point)]^2.
  virtual void add_curvature(const Placement& at, Index point, const Real* g, Real* H) const = 0;

 private:
  KindRanges ranges_;
};

}  // namespace tactus::core
