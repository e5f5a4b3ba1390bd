// Refuses configurations in which a contact is so deep that nothing can be said about it any more.
#pragma once

#include "contact.hpp"
#include "frozen_geometry.hpp"

namespace node_to_facet {

/// @throws EvaluationError if a contact with something movable is deeper than half the altitude of
///         the element behind its facet, or half the diameter of a round particle, or, being deep
///         already, goes as deep as that by the end of the step.
void check_depth(const FrozenGeometry& geometry, const Contact& contact);

}  // namespace node_to_facet
