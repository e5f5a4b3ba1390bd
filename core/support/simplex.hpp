/// \file simplex.hpp  Edge vectors and altitudes of a triangle or a tetrahedron.
#pragma once

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "tactus/types.hpp"

namespace tactus::core {

template <int D>
using Simplex = Eigen::Matrix<Real, D, D>;  ///< columns: edge vectors from the first node

/// Edge vectors of the simplex with the D + 1 `nodes` among the points x [points * D] m.
template <int D>
Simplex<D> edge_vectors(View<Real> x, const Index* nodes) {
  Simplex<D> edges;
  for (int k = 0; k < D; ++k) edges.col(k) = point<D>(x, nodes[k + 1]) - point<D>(x, nodes[0]);
  return edges;
}

inline Real triangle_area(const Vec<3>& a, const Vec<3>& b) { return a.cross(b).norm() / 2; }

/// m, D times the volume divided by the area of the largest face.
inline Real smallest_altitude(const Simplex<2>& s) {
  const Vec<2> a = s.col(0), b = s.col(1);
  return std::abs(s.determinant()) / std::max({a.norm(), b.norm(), (b - a).norm()});
}

inline Real smallest_altitude(const Simplex<3>& s) {
  const Vec<3> a = s.col(0), b = s.col(1), c = s.col(2);
  const Real face = std::max(
      {triangle_area(a, b), triangle_area(b, c), triangle_area(a, c), triangle_area(b - a, c - a)});
  return std::abs(s.determinant()) / 2 / face;
}

}  // namespace tactus::core
