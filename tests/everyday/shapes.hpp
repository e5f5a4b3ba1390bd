/// \file shapes.hpp  Plane shapes of everyday scenes, and how deep two of them are in each other, by
/// separating axes: a reference that shares nothing with the program.
///
/// Two convex polygons are apart if and only if they are along the outward normal of one of their sides,
/// and where they overlap, the least way that separates them is along one of these.
#pragma once

#include <vector>

#include "tests/property/plane_polygon.hpp"

namespace tactus::everyday {

using property::cross;
using property::dot;
using property::norm;
using property::Point;
using property::Polygon;

/// A disk, or a simple polygon, anticlockwise, that `parts` divides into convex ones.
struct Shape {
  Polygon corners{};
  std::vector<std::vector<int>> parts{};  ///< numbers of corners, anticlockwise; none: it is convex
  Point centre{};                         ///< of a disk
  Real radius = 0;                        ///< m; 0: a polygon

  bool is_disk() const { return radius > 0; }
  /// The convex pieces of a polygon.
  std::vector<Polygon> pieces() const;
  /// Centre of a circle about the shape, and its radius.
  Point middle() const;
  Real reach() const;
  Real size() const { return 2 * reach(); }
  Real area() const;
  Point centroid() const;
  /// Turned about `about`, then moved by `by`.
  Shape moved(Point about, Real angle, Point by) const;
};

Shape disk(Point centre, Real radius);
Shape polygon(Polygon corners);

/// The least way that would separate two shapes.
struct Overlap {
  Real depth = 0;  ///< m; negative: they are apart, by at least that
  Point normal{};  ///< of length 1, from the first to the second
  Point place{};   ///< a deepest point of one in the other
};
Overlap overlap_of(const Shape& one, const Shape& other);

/// The deepest that a corner of one polygon is inside the other; 0 if none is, or if one is a disk.
Real depth_of_corners(const Shape& one, const Shape& other);

/// A place where two shapes touch.
struct Touch {
  Point place{};
  Point normal{};  ///< from the first to the second
};
/// Both ends of what two sides that lie on each other have in common, or the point at which a corner or a
/// disk touches. Corners that touch corners are none: they can hold nothing.
/// @param within  m, distance that counts as none
std::vector<Touch> touches_of(const Shape& one, const Shape& other, Real within);

}  // namespace tactus::everyday
