// Evidence that two corners meet. The normal cones of a pair tell on which side of each other the
// corners are, but they belong to facets without ends. Two corners with finite facets may be in such
// a position although their bodies are far from each other.
#pragma once

#include "corner_pair.hpp"

namespace node_to_facet {

/// Whether there is evidence that the corners of a pair meet:
///   - they are at one point, up to geometry.touch, or
///   - they overlap by more than geometry.touch, and at least two of the four pairs of their facets
///     cross properly, by exact signs.
/// If v is inside the other body at w, each of its facets leaves that body somewhere, and two of the
/// pairs cross unless the facets are shorter than the overlap. Two wedges that cross without a vertex
/// inside cross at two places as well. A single crossing is no evidence: the collinear side walls of
/// a stack cross by rounding. The answer does not depend on which of the two corners is v.
bool is_crossing(const FrozenGeometry& geometry, const CornerPair& pair);

}  // namespace node_to_facet
