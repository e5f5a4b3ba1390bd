#include "amplification.hpp"

#include <algorithm>
#include <cmath>

#include "tactus/contact_lengths.hpp"
#include "tactus/rotation.hpp"

namespace tactus::projection {
namespace {

constexpr Real kMostRatio = 10;    ///< settled components of sound runs stay below 3
constexpr Real kMostAltitude = 1;  ///< and below 0.5
constexpr Real kDivided = 0.5;     ///< altitudes, no relative motion in a step of a run is longer

/// Displacement of a vertex by an increment of degrees of freedom; in the plane the third component
/// is 0.
Vector3 displacement(const ContactVertices& vertices, Index v, View<Real> u) {
  const int dim = vertices.dim;
  const Index first = vertices.dofs(v).begin;
  Vector3 moved = Vector3::Zero(), arm = Vector3::Zero();
  for (int d = 0; d < dim; ++d) moved[d] = u[first + d];
  if (vertices.is_node(v)) return moved;
  const WholeBody& body = vertices.body(v);
  for (int d = 0; d < dim; ++d) arm[d] = vertices.position[v * dim + d] - body.centre[d];
  if (dim == 2) return moved + (rotation_of_vector({0, 0, u[first + 2]}) * arm - arm);
  const Eigen::Map<const Eigen::Matrix<Real, 3, 3, Eigen::RowMajor>> axes(body.axes.data());
  const Vector3 turn(u[first + 3], u[first + 4], u[first + 5]), in_body = axes.transpose() * arm;
  return moved + axes * (rotation_of_vector(turn) * in_body - in_body);
}

}  // namespace

Real Amplification::ratio(const Scales& scales) const {
  return correction / (motion + contact_margin(scales));
}

bool Amplification::excessive(const Scales& scales) const {
  // negated, so that what is not a number is excessive, too
  const Real longest = kMostAltitude * std::max(scales.altitude, motion / kDivided);
  return !(ratio(scales) <= kMostRatio && correction <= longest);
}

Amplification amplification(const StepInput& in, const ProjectionComponent& component) {
  const ContactRows& rows = in.contact.rows();
  const ContactVertices& vertices = in.contact.vertices();
  Amplification found;
  const auto keep_larger = [](Real& largest, Real x) { largest = std::max(x, largest); };
  for (const Index r : component.rows) {
    Vector3 low = Vector3::Constant(kUnlimited), high = -low;
    for (Index k = rows.stencil_start[r]; k < rows.stencil_start[r + 1]; ++k) {
      const Index v = rows.stencil[k];
      const Vector3 free = displacement(vertices, v, in.predictor);
      low = low.cwiseMin(free), high = high.cwiseMax(free);
      keep_larger(found.correction, (displacement(vertices, v, in.solution.w) - free).norm());
    }
    keep_larger(found.motion, (high - low).norm());
  }
  return found;
}

}  // namespace tactus::projection
