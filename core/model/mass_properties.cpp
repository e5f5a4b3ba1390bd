#include "core/model/mass_properties.hpp"

#include <Eigen/Eigenvalues>

#include "core/model/element_geometry.hpp"

namespace tactus::core {
namespace {

/// Volume, first and second moments about a point. For a simplex of volume V with nodes x_i and
/// mean g the integral of x x' is V g g' + V/((D+1)(D+2)) sum (x_i - g)(x_i - g)'.
struct Moments {
  Real volume = 0;
  Vector3 first = Vector3::Zero();
  Matrix3 second = Matrix3::Zero();
};

/// Relative to the first node, so that no digits are lost for a small body far from the origin.
template <int D>
Moments moments_of(const Mesh& mesh) {
  Moments sum;
  const Vec<D> origin = point<D>(mesh.points, 0);
  for (std::size_t e = 0; e < mesh.elements.size(); e += D + 1) {
    const Index* node = mesh.elements.data() + e;
    const Real volume = simplex_volume<D>(mesh.points, node);
    Vector3 corner[D + 1], mean = Vector3::Zero();
    for (int k = 0; k <= D; ++k) {
      corner[k].setZero();
      corner[k].template head<D>() = point<D>(mesh.points, node[k]) - origin;
      mean += corner[k] / (D + 1);
    }
    sum.volume += volume;
    sum.first += volume * mean;
    sum.second += volume * mean * mean.transpose();
    for (const Vector3& x : corner)
      sum.second += volume / ((D + 1) * (D + 2)) * (x - mean) * (x - mean).transpose();
  }
  return sum;
}

}  // namespace

/// The second moments are moved to the centre of mass (parallel axis theorem). In space the inertia
/// is tr(S) I - S for the second moments S; its eigenvectors are the principal axes.
MassProperties mass_properties(const Mesh& mesh, Real density, Real thickness) {
  const Moments sum =
      with_dimension(mesh.dim, [&]<int D>(Dimension<D>) { return moments_of<D>(mesh); });
  const Vector3 centre = sum.first / sum.volume;
  const Matrix3 second = sum.second - sum.volume * centre * centre.transpose();
  const Real factor = density * (mesh.dim == 2 ? thickness : 1);
  MassProperties properties;
  properties.mass = factor * sum.volume;
  for (int d = 0; d < mesh.dim; ++d)
    properties.centre[d] = mesh.points[static_cast<std::size_t>(d)] + centre[d];
  if (mesh.dim == 2) {
    properties.inertia[2] = factor * second.trace();
    return properties;
  }
  set_inertia(properties, factor * (second.trace() * Matrix3::Identity() - second));
  return properties;
}

void set_inertia(MassProperties& properties, const Matrix3& inertia) {
  const Eigen::SelfAdjointEigenSolver<Matrix3> principal(inertia);
  properties.inertia = principal.eigenvalues();
  properties.axes = principal.eigenvectors();
  if (properties.axes.determinant() < 0) properties.axes.col(0) *= -1;
}

Vector3 principal_moments(const Matrix3& inertia) {
  return Eigen::SelfAdjointEigenSolver<Matrix3>(inertia, Eigen::EigenvaluesOnly).eigenvalues();
}

MassProperties round_mass_properties(int dim, Real radius, Real density, Real thickness) {
  constexpr Real kPi = 3.14159265358979323846;
  const Real square = radius * radius;
  MassProperties properties;
  if (dim == 2) {
    properties.mass = density * thickness * kPi * square;
    properties.inertia[2] = properties.mass * square / 2;
  } else {
    properties.mass = density * 4 / 3 * kPi * radius * square;
    properties.inertia.setConstant(0.4 * properties.mass * square);
  }
  return properties;
}

MassProperties with_mass(MassProperties properties, Real mass) {
  properties.inertia *= mass / properties.mass;
  properties.mass = mass;
  return properties;
}

}  // namespace tactus::core
