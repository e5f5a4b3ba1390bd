// Finds the conditions that are violated: edges that pierce facets, edges that pass exactly through
// edges, and vertices inside elements.
#pragma once

#include <tactus/crossing/near_pairs.hpp>

#include "facet_boxes.hpp"
#include "topology.hpp"

namespace vertex_face {
using namespace tactus;
using namespace tactus::crossing;

/// Replaces `events` by all violations at query.y among the vertices selected by `attention`: pairs
/// of edge and facet, pairs of edges, then vertices, each sorted by number.
void find_events(const DetectQuery& query, const Topology& topology, const Neighbourhood& near,
                 const NearPairs& pairs, Attention& attention, FacetBoxes& boxes,
                 std::vector<Event>& events, InParts<Event>& parts, Executor& executor);

/// The sign of the volume of four vertices, > 0 where d is outside of a facet a, b, c.
int side(View<Real> y, Index a, Index b, Index c, Index d);
/// On which side of a facet a vertex is: > 0 outside.
int side(const Surface& surface, View<Real> y, Index facet, Index vertex);

/// Whether two edges that meet in a point within both only touch there: their bodies lie on two sides
/// of the plane through the edges. Edges at which the boundary turns inwards never just touch.
bool edges_touch(const Topology& topology, View<Real> y, Index first, Index second);

}  // namespace vertex_face
