#include "angular_momentum.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

namespace newmark {
namespace {

using Vector = std::array<Real, 3>;

Vector read(View<Real> a, Index at, int dim) {
  return {a[at], a[at + 1], dim == 3 ? a[at + 2] : 0};
}
Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

}  // namespace

void AngularMomentum::restore(const Step& step, Out<Real> v) {
  collect_nodes(step);
  sum_up(step);
  const int dim = step.layout.dim;
  for (Group& group : groups_) group.spin = solve(group, dim);
  for (const Node& node : nodes_) {
    const Group& group = groups_[node.group];
    Vector arm = read(step.x, node.coordinate, dim);
    for (int k = 0; k < 3; ++k) arm[k] -= group.centre[k];
    const Vector dv = cross(group.spin, arm);
    for (int k = 0; k < dim; ++k) v[node.dof + k] += dv[k];
  }
}

/// Nodes and particles of the groups; blocks of other sizes (rigid bodies) carry their own angular
/// momentum and void their group.
void AngularMomentum::collect_nodes(const Step& step) {
  const int dim = step.layout.dim;
  groups_.assign(static_cast<std::size_t>(step.groups), Group{});
  nodes_.clear();
  for (const Body& body : step.layout.bodies) {
    if (body.type != BodyType::deformable && body.type != BodyType::particle) continue;
    for (Index dof = body.dofs.begin; dof < body.dofs.end; dof += dim) {
      Index group = kNone;
      for (int k = 0; k < dim; ++k) group = std::max(group, step.group[dof + k]);
      if (group != kNone)
        nodes_.push_back({dof, body.coordinates.begin + (dof - body.dofs.begin), group});
    }
  }
}

void AngularMomentum::sum_up(const Step& step) {
  const int dim = step.layout.dim;
  for (const Node& node : nodes_) {
    Group& group = groups_[node.group];
    const Real m = step.mass[node.dof];
    const Vector x = read(step.x, node.coordinate, dim);
    group.mass += m;
    for (int k = 0; k < 3; ++k) {
      group.centre[k] += m * x[k];
      group.coordinate = std::max(group.coordinate, std::abs(x[k]));
    }
  }
  for (Group& group : groups_)
    for (Real& c : group.centre) c = group.mass > 0 ? c / group.mass : 0;
  for (const Node& node : nodes_) {
    Group& group = groups_[node.group];
    const Real m = step.mass[node.dof];
    const Vector d = read(step.d, node.dof, dim), w = read(step.w, node.dof, dim);
    Vector arm = read(step.x, node.coordinate, dim);
    for (int k = 0; k < 3; ++k) arm[k] -= group.centre[k];
    const Vector shifted = cross(d, w), pushed = cross(arm, d);
    const Real square = arm[0] * arm[0] + arm[1] * arm[1] + arm[2] * arm[2];
    for (int i = 0; i < 3; ++i) {
      group.defect[i] += m * (shifted[i] + step.q * pushed[i]);
      for (int j = 0; j < 3; ++j)
        group.inertia[3 * i + j] += m * ((i == j ? square : 0) - arm[i] * arm[j]);
    }
  }
}

/// omega = -I^-1 dL; about an axis without inertia (nodes on a line, or all at one place up to the
/// round-off of their positions) nothing can or need be done.
AngularMomentum::Vector AngularMomentum::solve(const Group& group, int dim) {
  constexpr Real kRoundOff = 64 * std::numeric_limits<Real>::epsilon();
  const Real blurred = kRoundOff * group.coordinate, none = group.mass * blurred * blurred;
  if (dim == 2) {
    const Real inertia = group.inertia[8];
    return {0, 0, inertia > none ? -group.defect[2] / inertia : 0};
  }
  const Eigen::Map<const Eigen::Matrix3d> inertia(group.inertia.data());
  const Eigen::Map<const Eigen::Vector3d> defect(group.defect.data());
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> axes(inertia);
  Eigen::Vector3d spin = Eigen::Vector3d::Zero();
  for (int k = 0; k < 3; ++k)
    if (axes.eigenvalues()[k] > std::max(none, 1e-12 * axes.eigenvalues()[2]))
      spin -= axes.eigenvectors().col(k) * axes.eigenvectors().col(k).dot(defect) /
              axes.eigenvalues()[k];
  return {spin[0], spin[1], spin[2]};
}

}  // namespace newmark
