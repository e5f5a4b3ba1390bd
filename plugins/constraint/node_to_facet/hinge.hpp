// Corners that coincide. Two stones of an arch that turns about their common corner have a hinge
// there. It is one contact, although each of the two corners also touches a facet of the other
// stone; the normals of these two facets differ by the angle by which the hinge is open. Two rows
// with almost equal normals would share the reaction in an arbitrary ratio.
#pragma once

#include "corner_pair.hpp"

namespace node_to_facet {

/// Whether a node v coincides with the end w of a facet, up to geometry.touch, in such a way that
/// the two corners are one contact. This is not so where a facet of v lies on the facet, with
/// opposite normals up to 1e-6: blocks that stand edge on edge have rows at all of their nodes.
bool is_hinge(const FrozenGeometry& geometry, const Line& facet, Index v, Index w);

/// Whether corners that coincide need no row: where four bricks meet at a point, two that are
/// diagonally opposite may slide along either of the others. The admissible normals then differ by
/// more than 30 degrees.
bool is_free_corner(const FrozenGeometry& geometry, const CornerPair& pair);

}  // namespace node_to_facet
