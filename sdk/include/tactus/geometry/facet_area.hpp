/// \file geometry/facet_area.hpp  Area and outward normal of the facets of a boundary.
#pragma once

#include <Eigen/Geometry>

#include "../types.hpp"

namespace tactus {

/// The outward normal times the length of an edge (plane) or the area of a triangle (space). In the
/// plane the body is to the left of the edge; in space the nodes are counter-clockwise seen from
/// outside.
inline Vector3 facet_area(int dim, const Real corner[3][3]) {
  const Vector3 a(corner[0][0], corner[0][1], corner[0][2]),
      b(corner[1][0], corner[1][1], corner[1][2]), c(corner[2][0], corner[2][1], corner[2][2]);
  if (dim == 2) return {b[1] - a[1], a[0] - b[0], 0};
  return (b - a).cross(c - a) / 2;
}

/// Calls use(corners, area) for each facet: its [dim] points, and facet_area() at x [points * dim].
template <class Use>
void for_each_facet(int dim, View<Index> facets, View<Real> x, Use&& use) {
  const auto corners = static_cast<std::size_t>(dim);
  for (std::size_t f = 0; f < facets.size(); f += corners) {
    const View<Index> points = facets.subspan(f, corners);
    Real corner[3][3] = {};
    for (std::size_t k = 0; k < corners; ++k)
      for (std::size_t d = 0; d < corners; ++d)
        corner[k][d] = x[static_cast<std::size_t>(points[k]) * corners + d];
    use(points, facet_area(dim, corner));
  }
}

/// Adds `f` to the force on each of the corners.
inline void add_to_corners(View<Index> corners, const Vector3& f, Out<Real> force) {
  for (const Index p : corners)
    for (std::size_t d = 0; d < corners.size(); ++d)
      force[static_cast<std::size_t>(p) * corners.size() + d] += f[static_cast<Index>(d)];
}

}  // namespace tactus
