/// \file outline.hpp  The boundary of a polygon: checked, counter-clockwise, cut into edges, and on
/// the grid of whole numbers that the triangulation works on.
#pragma once

#include <array>
#include <vector>

#include "core/mesh/delaunay.hpp"

namespace tactus::core {

/// Between metres and the grid: p = centre + unit * grid, unit a power of two. Everything that is
/// decided on the grid is the same for a polygon times a power of two.
struct Grid {
  Real centre[2]{}, unit = 1;
  GridPoint nearest(const Real* p) const;
  std::array<Real, 2> position(const GridPoint& g) const;
};

struct Outline {
  Grid grid;
  std::vector<Real> points;        ///< [points * 2] m, counter-clockwise, ends of edges
  std::vector<GridPoint> nearest;  ///< [points]
  std::vector<Index> side;         ///< [points] number of the side, from 0, of the edge to the next
  Index sides = 0;
  Real area = 0;  ///< m^2
  Real size = 0;  ///< in units of the grid
};

/// @param  points  rows [x, y] m
/// @param  size    m, longest edge
/// @throws MeshError where the polygon is not simple or a number is out of range.
Outline make_outline(const std::vector<Real>& points, Real size);

/// Halves the edges of these numbers (ascending).
void halve(Outline& outline, const std::vector<Index>& edges);

}  // namespace tactus::core
