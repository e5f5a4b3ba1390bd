/// \file space_elements.hpp  Whether two tetrahedra have an interior point in common.
#pragma once

#include "tactus/types.hpp"

namespace tactus::core {

/// The corners of an element.
struct Tetrahedron {
  const Real* corner[4];
};

/// Whether the boxes of two elements have no interior point in common: then the elements have none.
bool boxes_apart(const Tetrahedron& a, const Tetrahedron& b);

/// Whether the interiors of two elements of positive volume have a point in common. Exact.
bool overlap(const Tetrahedron& a, const Tetrahedron& b);

}  // namespace tactus::core
