#include "core/step/parting_speed.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace tactus::core {

Real parting_speed(View<Real> U, View<Real> W) {
  if (!(U[0] < 0)) return 0;
  const auto dim = static_cast<Eigen::Index>(U.size());
  using Block = Eigen::Matrix<Real, -1, -1, Eigen::RowMajor, 3, 3>;
  const Block mass = Eigen::Map<const Block>(W.data(), dim, dim).inverse();
  Real energy = 0;
  for (Eigen::Index i = 0; i < dim; ++i) {
    Real momentum = 0;
    for (Eigen::Index j = 0; j < dim; ++j) momentum += mass(i, j) * U[static_cast<std::size_t>(j)];
    energy += U[static_cast<std::size_t>(i)] * momentum;
  }
  return energy > 0 && mass(0, 0) > 0 ? std::min(-U[0], std::sqrt(energy / mass(0, 0))) : 0;
}

}  // namespace tactus::core
