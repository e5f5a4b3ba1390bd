/// \file element_geometry.hpp  Geometry of a linear simplex: edges from its first node, volume,
/// gradients.
#pragma once

#include <Eigen/LU>
#include <algorithm>

#include "tactus/types.hpp"

namespace tactus::core {

/// Column k: from node 0 to node k + 1 of the element. @param x  [nodes * D], `node` D + 1 numbers
template <int D>
Mat<D> edge_matrix(View<Real> x, const Index* node) {
  Mat<D> edges;
  for (int k = 0; k < D; ++k) edges.col(k) = point<D>(x, node[k + 1]) - point<D>(x, node[0]);
  return edges;
}

/// Area or volume; positive for counter-clockwise triangles and for the corresponding tetrahedra.
template <int D>
Real simplex_volume(View<Real> x, const Index* node) {
  return edge_matrix<D>(x, node).determinant() / (D == 2 ? 2 : 6);
}

/// 1/m^2, inverse square of the smallest altitude, which is the largest squared gradient of a shape
/// function.
template <int D>
Real thinness(View<Real> x, const Index* node) {
  const Mat<D> inverse = edge_matrix<D>(x, node).inverse();
  return std::max(inverse.rowwise().squaredNorm().maxCoeff(),
                  inverse.colwise().sum().squaredNorm());
}

}  // namespace tactus::core
