// The gap of one branch, and its derivatives: a vertex and a facet, or two edges. Both are the
// distance of two points along the normal of two directions e and f,
//
//   n = e x f / |e x f|,   g = n.r,   r = g n + p e + q f,
//
// with e = b - a, f = c - a, r = v - a for a vertex v and a facet a, b, c, and with e = b - a,
// f = d - c, r = a - c for two edges ab and cd. With dx = dr - p de - q df, the relative motion of
// the two points that are nearest to each other,
//
//   dg = n.dx,   d2g = 2 dn.dx - g dn.dn,   dn = -(n.de) e* - (n.df) f*,
//
// where e* and f* are the dual vectors of e and f in their plane (README.md has the derivation).
#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <tactus/types.hpp>

namespace vertex_face {
using namespace tactus;
using Point = Vec<3>;

struct Gap {
  Real g = 0;  ///< m; > 0: open
  Point n;     ///< the way in which what comes first in `weight` with a plus is moved to open it
  std::array<Real, 4> weight;  ///< dg = sum of weight_i n.dy_i
  std::array<Point, 4> turn;   ///< 1/m, dn = -sum of turn_i (n.dy_i)
  Real beyond = 0;             ///< how far a parameter is beyond its range; 0: within
  Real sine_squared = 0;       ///< of the angle between e and f
  /// The same two edges with the normal that points the other way.
  void turn_round() { n *= -1, g *= -1; }
  bool has_normal() const { return sine_squared > 0 && std::isfinite(sine_squared); }
};

namespace detail {

/// The dual vectors of e and f in their plane, and what follows from n, r alone.
struct Plane {
  Point e_dual, f_dual;
  Real p = 0, q = 0;
  Plane(const Point& e, const Point& f, const Point& r, Gap& gap) {
    const Point normal = e.cross(f);
    const Real area = normal.norm();
    gap.sine_squared = area * area / (e.squaredNorm() * f.squaredNorm());
    if (!gap.has_normal()) return;
    gap.n = normal / area;
    gap.g = gap.n.dot(r);
    e_dual = f.cross(gap.n) / area;
    f_dual = gap.n.cross(e) / area;
    p = e_dual.dot(r);
    q = f_dual.dot(r);
  }
};

}  // namespace detail

/// Vertex v and the facet a, b, c, counter-clockwise from outside: g > 0 outside. Stencil: a, b, c, v.
inline Gap face_gap(const Point& a, const Point& b, const Point& c, const Point& v) {
  Gap gap;
  const detail::Plane plane(b - a, c - a, v - a, gap);
  if (!gap.has_normal()) return gap;
  gap.weight = {plane.p + plane.q - 1, -plane.p, -plane.q, 1};
  gap.turn = {-plane.e_dual - plane.f_dual, plane.e_dual, plane.f_dual, Point::Zero()};
  gap.beyond = std::max({Real(0), gap.weight[0], gap.weight[1], gap.weight[2]});
  return gap;
}

/// Edges ab and cd; `sign` is 1 if (b - a) x (d - c) points from cd to ab where they are apart, or
/// -1. Stencil: a, b, c, d.
inline Gap edge_gap(const Point& a, const Point& b, const Point& c, const Point& d, Real sign) {
  Gap gap;
  const detail::Plane plane(b - a, d - c, a - c, gap);
  if (!gap.has_normal()) return gap;
  gap.n *= sign;
  gap.g *= sign;
  const Real s = -plane.p, t = plane.q;  // along ab and cd
  gap.weight = {1 - s, s, t - 1, -t};
  gap.turn = {-plane.e_dual, plane.e_dual, -plane.f_dual, plane.f_dual};
  gap.beyond = std::max({Real(0), -s, s - 1, -t, t - 1});
  return gap;
}

/// d2g/dy_i dy_j times `factor`, row-major [12 * 12].
inline void hessian(const Gap& gap, Real factor, Real* H) {
  Eigen::Map<Eigen::Matrix<Real, 12, 12, Eigen::RowMajor>> out(H);
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
      out.block<3, 3>(3 * i, 3 * j) =
          -factor * (gap.weight[b] * gap.n * gap.turn[a].transpose() +
                     gap.weight[a] * gap.turn[b] * gap.n.transpose() +
                     gap.g * gap.turn[a].dot(gap.turn[b]) * gap.n * gap.n.transpose());
    }
}

}  // namespace vertex_face
