// Rigid impact zones: sets of nodes that move as one rigid body in a step, because no rows settle
// their violations.
#pragma once

#include <vector>

#include "tactus/projection/component.hpp"

namespace tactus::projection {

/// The zones of one step. They only grow, and are merged if they share a node that is free to move;
/// a prescribed node may belong to several. A body that moves as a whole joins with all its
/// vertices.
class Zones {
 public:
  /// Starts a new step without zones. Views outlive the step.
  void begin(const ContactVertices& vertices, View<std::uint8_t> fixed);

  bool empty() const { return members_.empty(); }
  /// Zone of a vertex that can move in some direction, or kNone.
  Index zone_of(Index vertex) const { return zone_[vertex]; }
  /// Number of vertices in all zones, including prescribed ones.
  Index nodes() const;
  /// Vertices of a zone, ascending; empty if it was merged into another one.
  const std::vector<std::vector<Index>>& members() const { return members_; }

  /// Merges the vertices and the zones that contain them into one zone. @returns whether this
  /// changes anything
  bool join(View<Index> vertices);

  /// Moves all zones, or only those that changed since the last call: sets u, d and force of their
  /// degrees of freedom.
  Outcome move(const Projection& in, bool all);

  /// [dofs] zone of each degree of freedom, including prescribed ones; `out` is initially filled
  /// with kNone. Zones that share a prescribed node get the same number: this node took part of the
  /// momentum of each of them, and belongs to one number only.
  void name(Out<Index> out) const;

 private:
  bool is_free(Index vertex) const;
  void include(Index vertex, Index target, std::vector<Index>& members);
  Outcome move_one(const std::vector<Index>& members, const Projection& in);
  void collect(const std::vector<Index>& members, const Projection& in);
  /// Adds the `dim` translational degrees of freedom of a node, or of the centre of a body.
  void collect_node(Index first_dof, const Real* position, const Projection& in);
  static void write(Index dof, Real u, const Projection& in);

  ContactVertices vertices_;
  View<std::uint8_t> fixed_;
  std::vector<Index> zone_;
  std::vector<std::vector<Index>> members_;
  std::vector<std::uint8_t> changed_;
  // of the zone that is being moved
  std::vector<Index> first_dof_;    ///< [nodes] including the centres of bodies
  std::vector<Index> turning_dof_;  ///< [bodies], in space three for each
  std::vector<Real> position_, increment_, mass_, u_, inertia_, spin_, axes_, turn_;
  std::vector<std::uint8_t> prescribed_;
};

}  // namespace tactus::projection
