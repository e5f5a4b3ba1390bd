// Restores the angular momentum of each contact problem: sums over its nodes, a small linear
// system, and a rotation of the velocities.
//
// Forces at the end of the step act on bodies that have moved since its start. In one step
// contact therefore changes the angular momentum about the centre c of a group by
//   dL = sum m [d x w + q (x - c) x d],      q = (1 + e)/dt, x at the end of the step.
// The second sum vanishes only as far as the projection has converged, and the first one does not,
// although Kane et al. state that (3.17) conserves angular momentum. The remedy is the rigid
// rotation dv = omega x (x - c) with omega = -I^-1 dL. Of all changes of the velocity that restore
// the angular momentum it is the smallest one in the norm of the mass matrix, and it leaves linear
// momentum as it is.
#include "angular_momentum.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <tactus/rotation.hpp>

namespace newmark {
namespace {

using Vector = std::array<Real, 3>;

Vector read(View<Real> a, Index at, int dim) {
  return {a[at], a[at + 1], dim == 3 ? a[at + 2] : 0};
}
Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Real dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// Calls use(first dof, first coordinate, turns) for each node and for each rigid body with a
/// degree of freedom in the list.
/// @param bodies  those with some of the degrees of freedom
template <class Use>
void for_each_node(const Layout& layout, View<std::size_t> bodies, View<Index> dofs,
                   const Use& use) {
  for (const std::size_t b : bodies) {
    const Body& body = layout.bodies[b];
    if (!body.rotation.empty()) {
      use(body.dofs.begin, body.coordinates.begin, true);
      continue;
    }
    auto at = std::lower_bound(dofs.begin(), dofs.end(), body.dofs.begin);
    while (at != dofs.end() && *at < body.dofs.end) {
      const Index node = (*at - body.dofs.begin) / layout.dim;
      const Index first = body.dofs.begin + node * layout.dim;
      use(first, body.coordinates.begin + node * layout.dim, false);
      while (at != dofs.end() && *at < first + layout.dim) ++at;
    }
  }
}

}  // namespace

BodiesOfDofs::BodiesOfDofs(const Layout& layout) {
  for (std::size_t b = 0; b < layout.bodies.size(); ++b)
    if (!layout.bodies[b].dofs.empty()) first_.push_back({layout.bodies[b].dofs, b});
  std::ranges::sort(first_, {}, [](const First& f) { return f.dofs.begin; });
}

std::vector<std::size_t> BodiesOfDofs::of(View<Index> dofs) const {
  std::vector<std::size_t> found;
  for (auto at = dofs.begin(); at != dofs.end();) {
    const auto after =
        std::ranges::upper_bound(first_, *at, {}, [](const First& f) { return f.dofs.begin; });
    if (after == first_.begin()) {  // of no body
      ++at;
      continue;
    }
    const First& own = *(after - 1);
    if (*at < own.dofs.end) found.push_back(own.body);
    at = std::lower_bound(at + 1, dofs.end(), own.dofs.end);
  }
  // Rigid bodies come after all nodes, in any order of the configuration.
  std::ranges::sort(found);
  return found;
}

/// Inertia of a rigid body; in the plane the first two axes have none.
struct AngularMomentum::Spin {
  Matrix3 axes = Matrix3::Identity();  ///< principal axes in space
  Vector3 inertia = Vector3::Zero();
  int dim = 2;
  Index first = 0;  ///< first rotational degree of freedom
  /// @param q  [coordinates]
  Spin(const Node& node, int dimension, View<Real> q, View<Real> mass)
      : dim(dimension), first(node.dof + dimension) {
    if (dim == 2) {
      inertia[2] = mass[first];
      return;
    }
    axes = rotation_of_quaternion(q.data() + node.coordinate + 3);
    for (int k = 0; k < 3; ++k) inertia[k] = mass[first + k];
  }
  /// The rotational part of a vector of degrees of freedom, in body axes.
  Vector3 read(View<Real> a) const {
    if (dim == 2) return {0, 0, a[first]};
    return {a[first], a[first + 1], a[first + 2]};
  }
};

/// Determines one rotation for each group and applies dv = omega x arm to its nodes. The energy is
/// the sum of m dv . (v + dv/2), which is the exact change of the kinetic energy.
Real AngularMomentum::restore(const Step& step, Out<Real> v) {
  collect_nodes(step);
  sum_up(step);
  const int dim = step.layout.dim;
  for (Group& group : groups_) group.solve(dim);
  Real energy = 0;
  for (const Node& node : nodes_) {
    const Group& group = groups_[node.group];
    const Vector dv = cross(group.spin, group.arm(read(step.x, node.coordinate, dim)));
    const Real m = step.mass[node.dof];
    for (int k = 0; k < dim; ++k) {
      energy += m * dv[k] * (v[node.dof + k] + dv[k] / 2);
      v[node.dof + k] += dv[k];
    }
    if (node.turns) energy += turn(Spin(node, dim, step.x, step.mass), group.spin, v);
  }
  return energy;
}

void AngularMomentum::find_spins(Real q, const Step& step, std::vector<Vector>& spins) {
  Step at = step;
  at.q = q;
  at.rates = {};
  collect_nodes(at);
  sum_up(at);
  spins.clear();
  for (Group& group : groups_) {
    group.solve(step.layout.dim);
    spins.push_back(group.spin);
  }
}

/// The velocity is v + r + q p with the rotation r = omega_0 x arm and p = d + r_1, r_1 = (omega_1
/// - omega_0) x arm, as the defect of angular momentum is linear in q. omega_1 is that for q = 1.
void AngularMomentum::kinetic_energy(const Step& step, View<Real> v,
                                     std::vector<QuadraticOfRate>& out) {
  const int dim = step.layout.dim;
  find_spins(0, step, spin_at_0_);
  find_spins(1, step, spin_at_1_);
  for (const Node& node : nodes_) {
    const Group& group = groups_[node.group];
    QuadraticOfRate& energy = out[static_cast<std::size_t>(node.group)];
    const auto add = [&](Real m, Real before, Real r, Real p) {
      energy.square += m * p * p / 2;
      energy.linear += m * p * (before + r);
      energy.constant += m * r * (before + r / 2);
    };
    const Vector& spin = spin_at_0_[node.group];
    Vector rate;
    for (int k = 0; k < 3; ++k) rate[k] = spin_at_1_[node.group][k] - spin[k];
    const Vector arm = group.arm(read(step.x, node.coordinate, dim));
    const Vector r = cross(spin, arm), turned = cross(rate, arm);
    for (int k = 0; k < dim; ++k)
      add(step.mass[node.dof], v[node.dof + k], r[k], turned[k] + step.d[node.dof + k]);
    if (!node.turns) continue;
    const Spin body(node, dim, step.x, step.mass);
    const Vector3 own = body.axes.transpose() * Vector3(spin[0], spin[1], spin[2]);
    const Vector3 more = body.axes.transpose() * Vector3(rate[0], rate[1], rate[2]);
    const Vector3 before = body.read(v), d = body.read(step.d);
    for (int k = 0; k < 3; ++k) add(body.inertia[k], before[k], own[k], more[k] + d[k]);
  }
}

/// Adds the group's spin to a rigid body. @returns the kinetic energy of this change
Real AngularMomentum::turn(const Spin& body, const Vector& spin, Out<Real> v) {
  const Vector3 change = body.axes.transpose() * Vector3(spin[0], spin[1], spin[2]);
  const Vector3 before = body.read(v);
  if (body.dim == 2)
    v[body.first] += change[2];
  else
    for (int k = 0; k < 3; ++k) v[body.first + k] += change[k];
  return body.inertia.cwiseProduct(change).dot(before + change / 2);
}

Real AngularMomentum::energy_of(const Part& part) {
  const int dim = part.layout.dim;
  Vector x{}, w{}, d{};
  const auto read_node = [&](Index dof, Index coordinate) {
    for (int k = 0; k < dim; ++k) {
      const Index i = dof + k;
      x[k] = part.old.q[coordinate + k] + part.u[i];
      d[k] = part.dt * part.dt / 2 * part.force[i] * part.inverse_mass[i];
      w[k] = part.old.v[i] + part.dt / 2 * part.old.a[i];
    }
  };
  const std::vector<std::size_t> bodies = part.bodies.of(part.dofs);
  Group group;
  for_each_node(part.layout, bodies, part.dofs, [&](Index dof, Index coordinate, bool) {
    read_node(dof, coordinate);
    group.weigh(part.mass[dof], x);
  });
  group.find_centre();
  Vector turning{};  // sum m arm x v, with the velocity known so far
  for_each_node(part.layout, bodies, part.dofs, [&](Index dof, Index coordinate, bool turns) {
    read_node(dof, coordinate);
    const Vector arm = group.arm(x);
    group.add(part.mass[dof], arm, d, w, part.q);
    Vector v = w;
    for (int k = 0; k < dim; ++k) v[k] += part.dt / 2 * part.old.a[dof + k] + part.q * d[k];
    const Vector moment = cross(arm, v);
    for (int k = 0; k < 3; ++k) turning[k] += part.mass[dof] * moment[k];
    if (!turns) return;
    const Spin spin({.dof = dof, .coordinate = coordinate}, dim, part.old.q, part.mass);
    const Vector3 kick =
        part.dt * part.dt / 2 * spin.read(part.force).cwiseProduct(spin.read(part.inverse_mass));
    group.add_spin(spin, {kick[0], kick[1], kick[2]}, part.q);
    const Vector3 rate = spin.read(part.old.v) + part.dt * spin.read(part.old.a) + part.q * kick;
    const Vector3 own = spin.axes * spin.inertia.cwiseProduct(rate);
    for (int k = 0; k < 3; ++k) turning[k] += own[k];
  });
  group.solve(dim);
  Real energy = dot(group.spin, turning);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      energy += group.spin[i] * group.inertia[3 * i + j] * group.spin[j] / 2;
  return energy;
}

void AngularMomentum::collect_nodes(const Step& step) {
  const int dim = step.layout.dim;
  groups_.assign(static_cast<std::size_t>(step.groups), Group{});
  nodes_.clear();
  for (const Body& body : step.layout.bodies) {
    const bool turns = !body.rotation.empty();
    const Index size = turns ? body.dofs.size() : dim;
    for (Index dof = body.dofs.begin; dof < body.dofs.end; dof += size) {
      Index group = kNone;
      bool in_zone = false;
      for (Index k = 0; k < size; ++k) {
        group = std::max(group, step.group[dof + k]);
        in_zone = in_zone || (!step.zone.empty() && step.zone[dof + k] != kNone);
      }
      if (group != kNone)
        nodes_.push_back(
            {dof, body.coordinates.begin + (dof - body.dofs.begin), group, turns, in_zone});
    }
  }
}

void AngularMomentum::sum_up(const Step& step) {
  const int dim = step.layout.dim;
  for (const Node& node : nodes_)
    groups_[node.group].weigh(step.mass[node.dof], read(step.x, node.coordinate, dim));
  for (Group& group : groups_) group.find_centre();
  for (const Node& node : nodes_) {
    Group& group = groups_[node.group];
    const Real q = node.in_zone ? step.zone_q : step.rate_of(node.group);
    group.add(step.mass[node.dof], group.arm(read(step.x, node.coordinate, dim)),
              read(step.d, node.dof, dim), read(step.w, node.dof, dim), q);
    if (!node.turns) continue;
    const Spin spin(node, dim, step.x, step.mass);
    const Vector3 d = spin.read(step.d);
    group.add_spin(spin, {d[0], d[1], d[2]}, q);
  }
}

void AngularMomentum::Group::weigh(Real m, const Vector& x) {
  mass += m;
  for (int k = 0; k < 3; ++k) {
    centre[k] += m * x[k];
    coordinate = std::max(coordinate, std::abs(x[k]));
  }
}

void AngularMomentum::Group::find_centre() {
  for (Real& c : centre) c = mass > 0 ? c / mass : 0;
}

AngularMomentum::Vector AngularMomentum::Group::arm(const Vector& x) const {
  return {x[0] - centre[0], x[1] - centre[1], x[2] - centre[2]};
}

void AngularMomentum::Group::add(Real m, const Vector& arm, const Vector& d, const Vector& w,
                                 Real q) {
  const Vector shifted = cross(d, w), pushed = cross(arm, d);
  const Real square = arm[0] * arm[0] + arm[1] * arm[1] + arm[2] * arm[2];
  for (int i = 0; i < 3; ++i) {
    defect[i] += m * (shifted[i] + q * pushed[i]);
    for (int j = 0; j < 3; ++j) inertia[3 * i + j] += m * ((i == j ? square : 0) - arm[i] * arm[j]);
  }
}

/// @param d  correction of the rotational degrees of freedom
void AngularMomentum::Group::add_spin(const Spin& turning, const Vector& d, Real q) {
  const Vector3 moment = turning.axes * turning.inertia.cwiseProduct(Vector3(d[0], d[1], d[2]));
  const Matrix3 own = turning.axes * turning.inertia.asDiagonal() * turning.axes.transpose();
  for (int i = 0; i < 3; ++i) {
    defect[i] += q * moment[i];
    for (int j = 0; j < 3; ++j) inertia[3 * i + j] += own(i, j);
  }
}

/// omega = -I^-1 dL. About an axis without inertia (nodes on a line, or at one point up to the
/// rounding of their positions) nothing can or needs to be done.
void AngularMomentum::Group::solve(int dim) {
  constexpr Real kRoundOff = 64 * std::numeric_limits<Real>::epsilon();
  // The inertia of nodes at one point is not exactly zero: it is the square of the rounding error
  // of their coordinates. Dividing by it would produce an arbitrary spin.
  const Real blurred = kRoundOff * coordinate, none = mass * blurred * blurred;
  if (dim == 2) {
    spin = {0, 0, inertia[8] > none ? -defect[2] / inertia[8] : 0};
    return;
  }
  const Eigen::Map<const Eigen::Matrix3d> moments(inertia.data());
  const Eigen::Map<const Eigen::Vector3d> change(defect.data());
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> axes(moments);
  Eigen::Vector3d omega = Eigen::Vector3d::Zero();
  for (int k = 0; k < 3; ++k)
    if (axes.eigenvalues()[k] > std::max(none, 1e-12 * axes.eigenvalues()[2]))
      omega -= axes.eigenvectors().col(k) * axes.eigenvectors().col(k).dot(change) /
               axes.eigenvalues()[k];
  spin = {omega[0], omega[1], omega[2]};
}

}  // namespace newmark
