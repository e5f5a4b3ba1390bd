// Whether a branch can be a first touch of two bodies.
#pragma once

#include "gap.hpp"
#include "topology.hpp"

namespace vertex_face {

/// A point of a body is the first to touch only where the body does not reach beyond it. With the
/// direction n that opens the contact, at the start of the step, and a tolerance of 25 degrees:
/// every neighbour w of the vertex v has n.(w - v) >= -0.42 |w - v|.
bool can_touch_first(const Surface& surface, View<Real> y, Index vertex, const Point& n);

/// The same for two edges, which n pushes apart (the first along n): the third corners of the facets
/// at the first one, less their part along it, do not lie behind it, nor those of the second before it.
bool can_touch_first(const Topology& topology, View<Real> y, Index first, Index second,
                     const Point& n);

}  // namespace vertex_face
