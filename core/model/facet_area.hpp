/// \file facet_area.hpp  Area and outward normal of one facet of a boundary.
#pragma once

#include "tactus/rotation.hpp"

namespace tactus::core {

/// The outward normal times the length of an edge (plane) or the area of a triangle (space). In the
/// plane the body is to the left of the edge; in space the nodes are counter-clockwise seen from
/// outside.
inline Vector3 facet_area(int dim, const Real corner[3][3]) {
  const Vector3 a(corner[0][0], corner[0][1], corner[0][2]),
      b(corner[1][0], corner[1][1], corner[1][2]), c(corner[2][0], corner[2][1], corner[2][2]);
  if (dim == 2) return {b[1] - a[1], a[0] - b[0], 0};
  return (b - a).cross(c - a) / 2;
}

}  // namespace tactus::core
