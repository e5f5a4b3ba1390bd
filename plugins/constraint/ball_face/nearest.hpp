// The point of a triangle that is nearest to the centre of a ball, and what it lies on: the face, an edge
// or a corner. With the outward normal n of the row, pointing to the centre c, each is
//
//   face    a, b, c:  g = n.(c - a) - r,          n the normal of the facet
//   edge    a, b:     g = |c - x| - r,            x = a + s (b - a) the foot on the line
//   corner  a:        g = |c - a| - r
//
// and in all of them dg = n.(dc - sum of weight_i dx_i), where the weights give the nearest point: how it
// moves along the face or the edge does not change the distance.
#pragma once

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <tactus/surface.hpp>

namespace ball_face {
using namespace tactus;
using Point = Vec<3>;

/// ContactSet::branch, and how many vertices a row has beside the centre, less one.
enum Place : std::int32_t { corner, edge, face };

/// The nearest point of a triangle.
struct Nearest {
  Place place = face;
  std::array<Index, 3> vertices{kNone, kNone, kNone};  ///< place + 1 of them
  Real distance = 0;
  bool outside = true;  ///< of a face: whether the centre is on the outward side
};

Nearest nearest(const Surface& surface, View<Real> y, Index facet, Index ball);

/// The distance of the centre from the plane, line or point through the vertices of a row.
struct Distance {
  Real value = 0;                ///< m
  Point n = Point::Zero();       ///< towards the centre
  std::array<Real, 3> weight{};  ///< of the vertices, in the nearest point
  bool has_normal() const { return std::isfinite(n[0]) && n != Point::Zero(); }
};

/// @param corners  of a row, place + 1 of them
Distance distance(View<Real> y, Place place, View<Index> corners, Index ball);

/// Writes factor times the second derivative of the distance, row-major [(3 n)^2], with respect to the
/// n = place + 2 vertices of a row: the corners, then the centre.
void write_hessian(View<Real> y, Place place, View<Index> corners, Index ball, Real factor,
                   Real* H);

}  // namespace ball_face
