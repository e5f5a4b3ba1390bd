// Normal cones of the vertices of boundaries: the directions in which a corner can be pushed.
#pragma once

#include <cstdint>
#include <vector>

#include "line.hpp"

namespace node_to_facet {

/// The outward normals of the two facets at a vertex, and the arc between them. At a convex vertex
/// each direction of this arc is the outward normal of some line that touches the body at the
/// vertex alone. Elsewhere the arc has no meaning.
struct NormalCone {
  Index facet[2] = {kNone, kNone};     ///< the facet that ends at the vertex, and that starts there
  V2 n[2] = {V2::Zero(), V2::Zero()};  ///< their outward unit normals, the ends of the arc
  bool convex = false;                 ///< n[0] x n[1] > 1e-6, and exactly two facets meet here

  /// Whether a unit vector lies in the arc of a convex vertex, or misses it by an angle whose sine
  /// is at most `slack`.
  bool contains(const V2& direction, Real slack) const;
  /// Whether an end of the arc has this direction, within 1e-6.
  bool ends_at(const V2& direction) const;
};

/// The normal cones at one configuration. Each is computed when it is first asked for.
class NormalCones {
 public:
  void setup(const Surface& surface);
  /// Forgets the cones of the previous configuration. y [vertices * 2] m must outlive the queries.
  void start(View<Real> y);
  const NormalCone& of(Index vertex);

 private:
  NormalCone computed(Index vertex) const;

  const Surface* surface_ = nullptr;
  View<Real> y_;
  std::uint64_t detection_ = 0;
  std::vector<std::uint64_t> made_in_;  ///< [vertices] the detection in which the cone was computed
  std::vector<NormalCone> cone_;        ///< [vertices]
};

}  // namespace node_to_facet
