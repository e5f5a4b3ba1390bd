// Evidence that two corners meet. The normal cones of a pair tell on which side of each other the
// corners are, but they belong to facets without ends. Two corners with finite facets may be in such
// a position although their bodies are far from each other.
#pragma once

#include "corner_pair.hpp"

namespace node_to_facet {

/// Whether there is evidence that the corners of a pair meet:
///   - they are at one point, up to geometry.touch, or
///   - they overlap by more than geometry.touch, and at least two of the four pairs of their facets
///     cross properly, by exact signs, or
///   - they overlap by more than geometry.touch, one pair of their facets crosses properly, and one
///     of the corners is inside an element at the other one.
/// Two wedges that cross without a vertex inside cross at two places. A corner that is inside crosses
/// at two places, too, unless one of its facets leaves the body elsewhere, as the side of a body does
/// that lies along the whole side of another one. A single crossing alone is no evidence: the
/// collinear side walls of a stack cross by rounding. The answer does not depend on which of the two
/// corners is v.
bool is_crossing(const FrozenGeometry& geometry, const CornerPair& pair);

}  // namespace node_to_facet
