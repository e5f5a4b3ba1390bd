/// \file outline.hpp  The boundary of a polygon: checked, oriented counter-clockwise, divided into
/// edges, and rounded to the integer grid on which the triangulation works.
#pragma once

#include <array>
#include <vector>

#include "core/mesh/delaunay.hpp"

namespace tactus::core {

/// Conversion between metres and the grid: p = centre + unit * grid, where unit is a power of two.
/// A polygon times a power of two has the same grid points, so that all decisions are the same.
struct Grid {
  Real centre[2]{}, unit = 1;
  GridPoint nearest(const Real* p) const;
  std::array<Real, 2> position(const GridPoint& g) const;
};

struct Outline {
  Grid grid;
  std::vector<Real> points;        ///< [points * 2] m, counter-clockwise, ends of edges
  std::vector<GridPoint> nearest;  ///< [points]
  /// [points] number, from 0, of the side that contains the edge to the next point
  std::vector<Index> side;
  Index sides = 0;
  Real area = 0;  ///< m^2
  Real size = 0;  ///< in units of the grid
};

/// @param  points  rows [x, y] m
/// @param  size    m, longest edge
/// @throws MeshError if the polygon is not simple or a number is out of range.
Outline make_outline(const std::vector<Real>& points, Real size);

/// Bisects the edges with these numbers (ascending).
void halve(Outline& outline, const std::vector<Index>& edges);

}  // namespace tactus::core
