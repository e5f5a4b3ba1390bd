// What all questions about contacts in one detection are asked about.
#pragma once

#include "boundary.hpp"
#include "normal_cone.hpp"

namespace node_to_facet {

/// The configuration at which contacts are detected, and what is known about it.
struct FrozenGeometry {
  const DetectQuery& query;
  const Boundary& boundary;
  NormalCones& cones;
  Real touch;  ///< m, gaps up to this are rounding errors

  const Surface& surface() const { return *query.surface; }
  V2 position(Index vertex) const { return point<2>(query.y, vertex); }
  Line line(Index facet) const { return {query.y, surface().facet_vertices(facet)}; }
  /// m, height of a vertex above a facet at the start of the step.
  Real old_height(Index facet, Index vertex) const {
    const Line old(query.y_old, surface().facet_vertices(facet));
    return old.height(point<2>(query.y_old, vertex));
  }
  /// A number of a facet that does not depend on the numbering of the run.
  Index name(Index facet) const { return surface().global[surface().facet_vertices(facet)[0]]; }
};

}  // namespace node_to_facet
