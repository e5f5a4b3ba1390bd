// Rigid impact zones: sets of nodes that move as one rigid body in a step, because no rows settle what
// happens between them.
#pragma once

#include <vector>

#include "tactus/projection/component.hpp"

namespace tactus::projection {

/// The zones of one step. They only grow, and become one where they share a node that is free to move;
/// a prescribed node may be part of several. A body that moves as a whole joins with all its vertices.
class Zones {
 public:
  /// A new step: no zones. Views outlive the step.
  void begin(const ContactVertices& vertices, View<std::uint8_t> fixed);

  bool empty() const { return members_.empty(); }
  /// Zone of a vertex that is free to move in some direction, or kNone.
  Index zone_of(Index vertex) const { return zone_[vertex]; }
  /// Vertices of all zones, those prescribed included.
  Index nodes() const;
  /// Vertices of a zone, ascending; empty: it is part of another one now.
  const std::vector<std::vector<Index>>& members() const { return members_; }

  /// The vertices, and the zones that they are in, are one zone. @returns whether that is news.
  bool join(View<Index> vertices);

  /// Moves all zones that have changed since they were moved last, or all: u, d and force of their
  /// degrees of freedom.
  Outcome move(const Projection& in, bool all);

  /// [dofs] zone of each degree of freedom, prescribed ones too; `out` comes filled with kNone.
  void name(Out<Index> out) const;

 private:
  bool is_free(Index vertex) const;
  void include(Index vertex, Index target, std::vector<Index>& members);
  Outcome move_one(const std::vector<Index>& members, const Projection& in);
  void collect(const std::vector<Index>& members, const Projection& in);
  /// `dim` degrees of freedom that displace a node, or the centre of a body.
  void collect_node(Index first_dof, const Real* position, const Projection& in);
  static void write(Index dof, Real u, const Projection& in);

  ContactVertices vertices_;
  View<std::uint8_t> fixed_;
  std::vector<Index> zone_;
  std::vector<std::vector<Index>> members_;
  std::vector<std::uint8_t> changed_;
  // of the zone that is being moved
  std::vector<Index> first_dof_;    ///< [nodes] the centres of bodies are nodes too
  std::vector<Index> turning_dof_;  ///< [bodies]
  std::vector<Real> position_, increment_, mass_, u_, inertia_, spin_, turn_;
  std::vector<std::uint8_t> prescribed_;
};

}  // namespace tactus::projection
