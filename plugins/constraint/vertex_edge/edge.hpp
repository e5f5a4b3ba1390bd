// One branch: a vertex v stays outside the line through an edge e0 -> e1, whose body is on its
// left. With the unit tangent t and the outward normal n = (t_y, -t_x),
//   g = n.(v - e0) = -orient(e0, e1, v)/|e1 - e0|,   s = t.(v - e0)/|e1 - e0|,
//   dg = n.(dv - (1 - s) de0 - s de1)                (exact)
#pragma once

#include <cmath>
#include <tactus/constraint.hpp>

namespace vertex_edge {
using namespace tactus;

struct Edge {
  Real g, s, length;
  Real t[2], n[2];
  Edge(const Real* e0, const Real* e1, const Real* v) {
    const Real e[2] = {e1[0] - e0[0], e1[1] - e0[1]}, d[2] = {v[0] - e0[0], v[1] - e0[1]};
    length = std::sqrt(e[0] * e[0] + e[1] * e[1]);
    t[0] = e[0] / length, t[1] = e[1] / length, n[0] = t[1], n[1] = -t[0];
    g = n[0] * d[0] + n[1] * d[1];
    s = (t[0] * d[0] + t[1] * d[1]) / length;
  }
};

}  // namespace vertex_edge
