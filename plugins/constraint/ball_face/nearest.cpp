#include "nearest.hpp"

#include <cmath>

namespace ball_face {
namespace {

Point at(View<Real> y, Index v) { return point<3>(y, v); }

/// Of the line through two vertices: how far along it the foot is, 0 at the first and 1 at the second.
Real foot(View<Real> y, Index a, Index b, const Point& c) {
  const Point e = at(y, b) - at(y, a);
  return e.dot(c - at(y, a)) / e.squaredNorm();
}

/// Barycentric coordinates of the foot on the plane of a triangle, those of its second and third corner.
std::array<Real, 2> in_plane(View<Real> y, View<Index> corners, const Point& c) {
  const Point a = at(y, corners[0]), e = at(y, corners[1]) - a, f = at(y, corners[2]) - a;
  const Point normal = e.cross(f), d = c - a;
  const Real square = normal.squaredNorm();
  return {normal.dot(d.cross(f)) / square, normal.dot(e.cross(d)) / square};
}

}  // namespace

Nearest nearest(const Surface& surface, View<Real> y, Index facet, Index ball) {
  const View<Index> t = surface.facet_vertices(facet);
  const Point c = at(y, ball);
  const auto [p, q] = in_plane(y, t, c);
  Nearest found{.vertices = {t[0], t[1], t[2]}};
  if (p > 0 && q > 0 && p + q < 1) {
    const Real height = distance(y, face, t, ball).value;
    found.distance = std::abs(height);
    found.outside = height >= 0;
    return found;
  }
  // Beyond the sides of the triangle: the nearest point is on one of its edges.
  found.distance = kUnlimited;
  for (std::size_t k = 0; k < 3; ++k) {
    const Index a = t[k], b = t[(k + 1) % 3];
    const Real s = foot(y, a, b, c);
    const Index end = s > 0 ? b : a;
    const Real d =
        (c - (s > 0 && s < 1 ? Point(at(y, a) + s * (at(y, b) - at(y, a))) : at(y, end))).norm();
    if (!(d < found.distance)) continue;
    found.distance = d;
    found.place = s > 0 && s < 1 ? edge : corner;
    found.vertices = found.place == edge ? std::array<Index, 3>{a, b, kNone}
                                         : std::array<Index, 3>{end, kNone, kNone};
  }
  return found;
}

Distance distance(View<Real> y, Place place, View<Index> corners, Index ball) {
  const Point c = at(y, ball), a = at(y, corners[0]);
  Distance d;
  if (place == face) {
    d.n = (at(y, corners[1]) - a).cross(at(y, corners[2]) - a).normalized();
    d.value = d.n.dot(c - a);
    const auto [p, q] = in_plane(y, corners, c);
    d.weight = {1 - p - q, p, q};
    return d;
  }
  Point x = a;
  d.weight = {1, 0, 0};
  if (place == edge) {
    const Real s = foot(y, corners[0], corners[1], c);
    x = a + s * (at(y, corners[1]) - a);
    d.weight = {1 - s, s, 0};
  }
  d.value = (c - x).norm();
  d.n = (c - x) / d.value;
  return d;
}

namespace {

using Hessian = Eigen::Map<Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

/// With dn = -sum of turn_i (n.dx_i) and dx = sum of weight_i dx_i:  d2g = 2 dn.dx - g dn.dn (the page of
/// vertex_face has the derivation).
void write_of_face(View<Real> y, View<Index> corners, const Distance& d, Real factor, Hessian H) {
  const Point a = at(y, corners[0]), e = at(y, corners[1]) - a, f = at(y, corners[2]) - a;
  const Real area = e.cross(f).norm();
  const Point e_dual = f.cross(d.n) / area, f_dual = d.n.cross(e) / area;
  const std::array<Point, 4> turn{-e_dual - f_dual, e_dual, f_dual, Point::Zero()};
  const std::array<Real, 4> weight{-d.weight[0], -d.weight[1], -d.weight[2], 1};
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j)
      H.block<3, 3>(3 * static_cast<Eigen::Index>(i), 3 * static_cast<Eigen::Index>(j)) =
          -factor * (weight[j] * d.n * turn[i].transpose() + weight[i] * turn[j] * d.n.transpose() +
                     d.value * turn[i].dot(turn[j]) * d.n * d.n.transpose());
}

/// From g^2 = r.r - (e.r)^2/e.e with e = b - a, r = c - a:  g'' = ((g^2)''/2 - g' g'')/g.
void write_of_edge(View<Real> y, View<Index> corners, Index ball, const Distance& d, Real factor,
                   Hessian H) {
  const Point a = at(y, corners[0]), e = at(y, corners[1]) - a, r = at(y, ball) - a;
  const Real m = e.squaredNorm(), s = e.dot(r) / m;
  const Mat<3> one = Mat<3>::Identity(), ee = e * e.transpose() / m, er = e * r.transpose() / m,
               rr = one - ee, re = 2 * s * ee - er - s * one,
               of_e =
                   2 * s * (er + er.transpose()) - r * r.transpose() / m + s * s * (one - 4 * ee);
  const std::array<Real, 3> in_r{-1, 0, 1}, in_e{-1, 1, 0}, weight{-d.weight[0], -d.weight[1], 1};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      H.block<3, 3>(3 * static_cast<Eigen::Index>(i), 3 * static_cast<Eigen::Index>(j)) =
          factor / d.value *
          (in_r[i] * in_r[j] * rr + in_r[i] * in_e[j] * re + in_e[i] * in_r[j] * re.transpose() +
           in_e[i] * in_e[j] * of_e - weight[i] * weight[j] * d.n * d.n.transpose());
}

}  // namespace

void write_hessian(View<Real> y, Place place, View<Index> corners, Index ball, Real factor,
                   Real* H) {
  const Distance d = distance(y, place, corners, ball);
  const Eigen::Index size = 3 * (static_cast<Eigen::Index>(place) + 2);
  Hessian out(H, size, size);
  if (place == face) {
    write_of_face(y, corners, d, factor, out);
  } else if (place == edge) {
    write_of_edge(y, corners, ball, d, factor, out);
  } else {
    const Mat<3> across = factor / d.value * (Mat<3>::Identity() - d.n * d.n.transpose());
    out << across, -across, -across, across;
  }
}

}  // namespace ball_face
