/// \file sign.hpp  Exact signs for points of doubles. The only place that knows CGAL: its filtered
/// kernel answers from rounded arithmetic where an error bound allows, else from exact arithmetic.
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
