// Two convex corners that face each other, and the facet that carries their contact.
//
// Let v be a convex vertex of body A and w one of body B. A line separates the two bodies at these
// corners if its normal n, directed from B to A, lies in N(w) and in -N(v), where N is the normal
// cone of a vertex, and if n.(v - w) >= 0. The bodies overlap locally if there is no such n. Then
// n.(v - w) is greatest at an end of the common arc of N(w) and -N(v), because it is the cosine of
// an angle of more than 90 degrees. An end of the arc is the normal of a facet of A or of B.
// Therefore a corner pair needs no form of row of its own: it is a row of a facet and of the other
// body's corner, whose projection may lie beyond the end of the facet. The gap of this row is minus
// the least distance by which the two corners must be moved apart.
#pragma once

#include "frozen_geometry.hpp"

namespace node_to_facet {

class CornerPair {
 public:
  /// @pre  v and w are convex vertices of boundaries.
  CornerPair(const FrozenGeometry& geometry, Index v, Index w);

  Index v() const { return v_; }
  Index w() const { return w_; }
  /// m, between the two vertices.
  Real distance() const { return apart_.norm(); }
  /// Whether the normal of this facet at v or w lies in both cones.
  bool admits(Index facet) const;
  /// The facet of the greatest separation, or kNone if no facet normal lies in both cones. Among
  /// facets whose separations are equal up to `touch` it is one onto which the other corner
  /// projects, as it has a row of that corner anyway, and then that of the lesser piece.
  Index carrier() const { return carrier_; }
  /// m, the greatest separation; negative if the corners overlap.
  Real separation() const { return separation_; }
  /// The facet that carried the row before, or will do so next: that of the greatest separation among the
  /// others; kNone if there is no other.
  Index runner_up() const;
  /// The node of the row that a facet at v or w carries: the other corner.
  Index node_on(Index facet) const;
  /// The least cosine of the angle between two of the admissible normals; 1 if there is only one.
  Real spread() const;

 private:
  struct Side {
    Index facet = kNone;
    V2 normal = V2::Zero();  ///< from the body of w to that of v
    Real separation = 0;     ///< m, normal.(v - w)
    bool is_of_v = false;    ///< the facet is at v, and its row is one of w
    bool beyond = false;     ///< the other corner projects beyond the end of the facet
  };
  void choose_carrier(const FrozenGeometry& geometry);

  Index v_, w_;
  V2 apart_;  ///< m, v - w
  Side side_[4];
  int sides_ = 0;
  Index carrier_ = kNone;
  Real separation_ = -kUnlimited;
};

}  // namespace node_to_facet
