/// \file surface_motion.hpp  The relation between vertices of the Surface and degrees of freedom.
/// Other parts of the kernel ask this class for it: those of contact, the model and its loads.
///
/// A vertex is a point of the model: either a node, which owns its degrees of freedom, or a point of a body of
/// another kind (core/model/body_kind.hpp). Nodes are handled by plain loops over arrays and, one by one, by inline
/// functions. A virtual call is made only once for a batch, or for a vertex of another kind.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "core/model/body_kind.hpp"
#include "tactus/state.hpp"

namespace tactus::core {

class SurfaceMotion {
 public:
  using Kinds = std::vector<std::unique_ptr<BodyKind>>;

  SurfaceMotion() = default;
  /// Keeps the views and `kinds`, which outlive this.
  /// @param vertex_point  [vertices] point of the model
  /// @param nodes         number of points that own degrees of freedom
  SurfaceMotion(const Layout& layout, View<Index> vertex_point, Index nodes, const Kinds& kinds);

  int dim() const { return dim_; }
  Index vertices() const { return static_cast<Index>(first_.size()); }
  /// [vertices] 0: all degrees of freedom of the vertex are prescribed
  View<std::uint8_t> movable() const { return movable_; }

  // ---- where vertices are ----------------------------------------------------------------------

  /// y [vertices * dim] at q.
  void positions(View<Real> q, Out<Real> y) const;
  /// y [vertices * dim] at a configuration with an increment. @param y_old  those at `at.q`
  void positions(const Placement& at, View<Real> y_old, Out<Real> y) const;
  /// The same for some vertices; other entries of y are not changed. Several threads may do this at once.
  void positions(const Placement& at, View<Real> y_old, Range range, Out<Real> y) const;
  /// The same for one vertex; other entries of y are not changed.
  void position(const Placement& at, View<Real> y_old, Index vertex, Out<Real> y) const {
    if (!is_node(vertex)) return place_other(at, vertex, y);
    const Real* const u = at.u.data() + first_[static_cast<std::size_t>(vertex)];
    for (Index i = dim_ * vertex, d = 0; d < dim_; ++i, ++d) y[i] = y_old[i] + at.fraction * u[d];
  }
  /// Velocity [dim] of one vertex. If x [dim] is not empty, it is the velocity of the material
  /// point at x instead, see jacobian().
  void velocity(const Placement& at, Index vertex, View<Real> v, View<Real> x, Out<Real> out) const;
  /// [vertices * dim] velocities at q.
  void velocities(View<Real> q, View<Real> v, Out<Real> out) const;

  // ---- how vertices depend on degrees of freedom ----------------------------------------------

  /// Whether the vertex owns `dim` degrees of freedom. Then its position and its displacement are
  /// the same up to a constant, and all matrices below are the identity.
  bool is_node(Index vertex) const { return kind_[static_cast<std::size_t>(vertex)] == kNodal; }
  /// The degrees of freedom that move a vertex, ascending.
  View<Index> dofs_of(Index vertex) const {
    const auto v = static_cast<std::size_t>(vertex);
    return {number_.data() + first_[v], static_cast<std::size_t>(count_[v])};
  }
  /// Largest number of degrees of freedom of a vertex.
  static constexpr Index kMostDofs = 6;

  /// Velocity of the vertex = J v: [dim * dofs_of(vertex).size()], row-major, at `at`. If `x` [dim]
  /// is given, it is the velocity of the material point at x of the body to which the vertex
  /// belongs; this is needed for the lever arm of a point of contact that is not the vertex itself.
  void jacobian(const Placement& at, Index vertex, Out<Real> J, View<Real> x = {}) const;
  /// d y / d u' at q (+) u' with u' = fraction * u, row-major like J. A gradient with respect to u is fraction *
  /// derivative' g. It differs from J for rotations in space, where increments are rotation vectors.
  void derivative(const Placement& at, Index vertex, Out<Real> J) const;
  /// H += d2 (g . y) / d u'2 [dofs_of(vertex).size()]^2.
  void add_curvature(const Placement& at, Index vertex, View<Real> g, Out<Real> H) const;
  /// Whether add_curvature() ever adds anything.
  bool curved(Index vertex) const { return !is_node(vertex); }

  /// force += J' times the forces at vertices [vertices * dim], N, which does the same work.
  void add_forces(const Placement& at, View<Real> vertex_force, Out<Real> force) const;

  /// Vertices that are not nodes, in ascending order. For each the kind of body and the number of
  /// the body are known.
  View<Index> others() const { return others_; }
  std::pair<const BodyKind*, Index> body_of(Index vertex) const {
    return {&kind_of(vertex), kind_of(vertex).ranges().body_at(point_of(vertex))};
  }

  /// Spatial direction of a translational degree of freedom; kNone for a rotational one.
  Index direction_of(Index dof) const { return direction_[static_cast<std::size_t>(dof)]; }

 private:
  static constexpr std::uint8_t kNodal = 255;
  void place_other(const Placement& at, Index vertex, Out<Real> y) const;
  const BodyKind& kind_of(Index vertex) const {
    return *(*kinds_)[kind_[static_cast<std::size_t>(vertex)]];
  }
  Index point_of(Index vertex) const { return point_[static_cast<std::size_t>(vertex)]; }

  int dim_ = 2;
  View<Index> point_{};
  const Kinds* kinds_ = nullptr;
  std::vector<Index> first_, count_;  ///< [vertices] degrees of freedom
  std::vector<Index> number_;         ///< [dofs] 0, 1, 2, ...; dofs_of() returns a part of it
  std::vector<Index> direction_;      ///< [dofs]
  std::vector<Index> others_;         ///< vertices that are not nodes
  std::vector<std::uint8_t> kind_;    ///< [vertices] position in kinds_ or kNodal
  std::vector<std::uint8_t> movable_;
};

}  // namespace tactus::core
