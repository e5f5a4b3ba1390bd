// A facet in the plane as seen by a node. It runs from e0 to e1 with its body on the left. With the
// unit tangent t and the outward normal n = (t_y, -t_x),
//   g = n.(x - e0) - r,   s = t.(x - e0)/|e1 - e0|,   dg = n.(dx - (1 - s) de0 - s de1)   (exact)
#pragma once

#include <algorithm>
#include <tactus/constraint.hpp>

namespace node_to_facet {
using namespace tactus;

using V2 = Eigen::Vector2d;

/// The sine of the angle from a to b times their lengths; positive if b is to the left of a.
inline Real cross(const V2& a, const V2& b) { return a[0] * b[1] - a[1] * b[0]; }

struct Line {
  V2 start, t, n;
  Real length;

  Line(View<Real> y, View<Index> ends) : start(point<2>(y, ends[0])) {
    const V2 e = point<2>(y, ends[1]) - start;
    length = e.norm();
    t = e / length;
    n = V2(t[1], -t[0]);
  }
  /// m, height of x above the line through the facet; negative on the side of its body.
  Real height(const V2& x) const { return n.dot(x - start); }
  /// m, position of x along the facet from its start.
  Real along(const V2& x) const { return t.dot(x - start); }
  /// m, distance of the projection of x beyond the nearer end of the facet; 0 on the facet.
  Real beyond(const V2& x) const {
    const Real s = along(x);
    return std::max({Real{0}, -s, s - length});
  }
  /// The end (0 or 1) of the facet to which the projection of x is nearer.
  int nearer_end(const V2& x) const { return along(x) < length / 2 ? 0 : 1; }
};

}  // namespace node_to_facet
