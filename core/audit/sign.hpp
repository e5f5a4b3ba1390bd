/// \file sign.hpp  Exact signs of determinants of points in double precision, in the plane. Only
/// this file and space_sign.cpp use CGAL. Its filtered kernel answers from rounded arithmetic if an error bound allows it,
/// and from exact arithmetic otherwise.
#pragma once

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>

#include "tactus/types.hpp"

namespace tactus::core {

struct PlanePoint {
  Real x, y;
  bool operator==(const PlanePoint&) const = default;
};

/// Sign of (b - a) x (c - a): 1 counter-clockwise, 0 on one line, -1 clockwise.
inline int orientation(PlanePoint a, PlanePoint b, PlanePoint c) {
  using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
  using Point = Kernel::Point_2;
  return Kernel().orientation_2_object()(Point(a.x, a.y), Point(b.x, b.y), Point(c.x, c.y));
}

}  // namespace tactus::core
