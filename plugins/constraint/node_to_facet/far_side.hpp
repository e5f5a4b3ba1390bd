// Facets through which a node has not entered a body: those on its far side.
#pragma once

#include "frozen_geometry.hpp"

namespace node_to_facet {

/// Whether each of the two facets lies on the body's side of the other one, as at a convex corner.
/// A node inside the body is then behind both facets, but it has entered through one of them only.
/// The walls of a re-entrant corner or of a slot lie in front of each other.
bool exclude_each_other(const Line& f, const Line& g);

/// Whether a node that was at this height above a facet at the start of the step has entered the
/// body elsewhere: it was deeper than half the altitude of the element behind the facet. No accepted
/// state has a contact as deep as that.
bool entered_elsewhere(const Boundary& boundary, Index facet, Real old_gap);

}  // namespace node_to_facet
