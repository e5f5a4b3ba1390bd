/// Bodies of nodes and rigid ones beside each other, in the plane or in space: what an integrator of explicit steps
/// moves, with springs between some of them or even forces on all.
#pragma once

#include <Eigen/LU>

#include "tactus/conformance/serial_context.hpp"
#include "tactus/integrator.hpp"
#include "tactus/rotation.hpp"

namespace tactus::conformance {

/// Three deformable bodies of three nodes, of two and of one, and three rigid ones, numbered 3 to 5.
class Bodies final : public System {
 public:
  enum class Forces { none, springs, even };
  static constexpr std::size_t kNodes = 6, kRigid = 3;

  Bodies(int of_dim, Forces forces) : dim(of_dim), forces_(forces) {
    const Index d = dim;
    for (const auto& [first, end] : {std::pair{0, 3}, {3, 5}, {5, 6}})
      bodies_.push_back({.coordinates = {first * d, end * d},
                         .dofs = {first * d, end * d},
                         .vertices = {},
                         .rotation = {}});
    for (Index k = 0; k < static_cast<Index>(kRigid); ++k) {
      const Index coordinate = coordinate_of(kNodes + static_cast<std::size_t>(k)),
                  dof = dof_of(kNodes + static_cast<std::size_t>(k));
      bodies_.push_back({.coordinates = {coordinate, coordinate + (dim == 2 ? 3 : 7)},
                         .dofs = {dof, dof + (dim == 2 ? 3 : 6)},
                         .vertices = {},
                         .rotation = {dof + d, dof + (dim == 2 ? 3 : 6)}});
    }
    for (std::size_t p = 0; p < kNodes + kRigid; ++p) {
      mass_.insert(mass_.end(), static_cast<std::size_t>(dim), 1 + 0.25 * static_cast<Real>(p % 5));
      if (p < kNodes) continue;
      const Real inertia[] = {0.3, 0.45, 0.6};
      for (int k = dim == 2 ? 2 : 0; k < 3; ++k)
        mass_.push_back(inertia[k] * (1 + static_cast<Real>(p - kNodes)));
    }
    for (const Real m : mass_) inverse_.push_back(1 / m);
    prescribed_.assign(mass_.size(), 0);
    for (std::size_t p = 0; p <= kNodes + kRigid; ++p) block_start_.push_back(dof_of(p));
    layout_.dim = dim;
    layout_.coordinates = coordinate_of(kNodes + kRigid), layout_.dofs = dof_of(kNodes + kRigid);
    layout_.block_start = block_start_, layout_.bodies = bodies_, layout_.prescribed = prescribed_;
  }
  Bodies(const Bodies&) = delete;
  Bodies& operator=(const Bodies&) = delete;

  const int dim;

  // Points are the nodes and then the centres of rigid bodies.
  Index dof_of(std::size_t p) const { return of(p, dim == 2 ? 3 : 6); }
  Index coordinate_of(std::size_t p) const { return of(p, dim == 2 ? 3 : 7); }
  Vector3 place(View<Real> q, std::size_t p) const { return read(q, coordinate_of(p), dim); }
  /// From the axes of a rigid body to those of space.
  Matrix3 axes(View<Real> q, std::size_t p) const {
    return dim == 2 ? Matrix3::Identity() : rotation_of_quaternion(q.data() + coordinate_of(p) + 3);
  }
  /// What a rigid body has about its own axes of a vector of degrees of freedom.
  Vector3 turn(View<Real> v, std::size_t p) const {
    const Index first = dof_of(p) + dim;
    return dim == 2 ? Vector3(0, 0, v[at(first)]) : read(v, first, 3);
  }
  /// kg m^2/s, about the origin.
  Vector3 angular_momentum(View<Real> q, View<Real> v, std::size_t p) const {
    const Real m = mass_[at(dof_of(p))];
    Vector3 sum = m * place(q, p).cross(read(v, dof_of(p), dim));
    if (p >= kNodes) sum += axes(q, p) * turn(mass_, p).cwiseProduct(turn(v, p));
    return sum;
  }

  const Layout& layout() const override { return layout_; }
  void move(View<Real> q, View<Real> u, Out<Real> out) const override {
    for (std::size_t p = 0; p < kNodes + kRigid; ++p) {
      const Index from = coordinate_of(p), by = dof_of(p);
      const int numbers = dim == 2 && p >= kNodes ? 3 : dim;
      if (dim == 3 && p >= kNodes) {
        const auto turned = turned_quaternion(q.data() + from + 3, turn(u, p));
        std::copy(turned.begin(), turned.end(), out.data() + from + 3);
      }
      for (int k = 0; k < numbers; ++k) out[at(from + k)] = q[at(from + k)] + u[at(by + k)];
    }
  }
  /// In space u = dt I^-1 exp(u/2)' I w for what turns, by Newton's method.
  void drift(View<Real>, View<Real> w, Real dt, Out<Real> u) const override {
    const std::vector<Real> velocity(w.begin(), w.end());
    map(u) = dt * map(View<Real>(velocity));
    for (std::size_t p = kNodes; dim == 3 && p < kNodes + kRigid; ++p) {
      const Vector3 inertia = turn(mass_, p), momentum = inertia.cwiseProduct(turn(velocity, p));
      Vector3 by = turn(u, p);
      for (int k = 0; k < 30; ++k) {
        const Vector3 seen = rotation_of_vector(by / 2).transpose() * momentum;
        const Matrix3 slope =
            Matrix3::Identity() - dt / 2 * inertia.cwiseInverse().asDiagonal() *
                                      (cross_matrix(seen) * rotation_tangent(by / 2));
        const Vector3 change = slope.inverse() * (dt * seen.cwiseQuotient(inertia) - by);
        by += change;
        if (!(change.norm() > 1e-15 * by.norm())) break;
      }
      std::copy_n(by.data(), 3, u.data() + dof_of(p) + 3);
    }
  }
  View<Real> carry(View<Real> from, View<Real> to, View<Real> x, Out<Real> out) const override {
    if (dim == 2) return x;
    std::copy(x.begin(), x.end(), out.begin());
    for (std::size_t p = kNodes; p < kNodes + kRigid; ++p) {
      const Vector3 inertia = turn(mass_, p);
      const auto between =
          relative_quaternion(to.data() + coordinate_of(p) + 3, from.data() + coordinate_of(p) + 3);
      const Vector3 carried =
          rotated(between.data(), inertia.cwiseProduct(turn(x, p))).cwiseQuotient(inertia);
      std::copy_n(carried.data(), 3, out.data() + dof_of(p) + 3);
    }
    return out;
  }
  View<Real> to_velocity(View<Real> u, View<Real> force, Out<Real> out) const override {
    if (dim == 2) return force;
    std::copy(force.begin(), force.end(), out.begin());
    for (std::size_t p = kNodes; p < kNodes + kRigid; ++p) {
      const Vector3 moment = rotation_tangent(turn(u, p)).transpose().inverse() * turn(force, p);
      std::copy_n(moment.data(), 3, out.data() + dof_of(p) + 3);
    }
    return out;
  }

  View<Real> mass() const override { return mass_; }
  View<Real> inverse_mass() const override { return inverse_; }
  void apply_mass(Mass, View<Real> x, Out<Real> y, Context&) const override {
    map(y) = map(mass()).cwiseProduct(map(x));
  }
  /// Springs of length 1 between the nodes that touch, between a node and the rigid body that it touches, and between
  /// two rigid bodies; or forces that are even in space and time.
  Outcome force(const ForceQuery& query, Out<Real> force, Context&) override {
    map(force).setZero();
    std::vector<Real> q(query.q.begin(), query.q.end()), u(query.u.begin(), query.u.end());
    for (Real& x : u) x *= query.fraction;
    if (!u.empty()) move(q, u, q);
    for (const auto& [a, b] : {std::pair{1, 2}, {3, 4}, {1, 3}, {5, 6}, {7, 8}}) {
      if (forces_ != Forces::springs) break;
      const auto first = static_cast<std::size_t>(a), second = static_cast<std::size_t>(b);
      const Vector3 way = place(q, second) - place(q, first), pull = 2 * (way.norm() - 1) * way;
      for (int k = 0; k < dim; ++k)
        force[at(dof_of(first) + k)] += pull[k], force[at(dof_of(second) + k)] -= pull[k];
    }
    for (std::size_t p = 0; forces_ == Forces::even && p < kNodes + kRigid; ++p)
      for (int k = 0; k < dim; ++k)
        force[at(dof_of(p) + k)] = 2 - static_cast<Real>(k) - 0.5 * static_cast<Real>(p % 4);
    return {};
  }
  Outcome potential(const ForceQuery&, Real& energy, Context&) override {
    energy = 0;
    return {};
  }
  std::unique_ptr<LinearOperator> new_tangent() override { return nullptr; }
  Outcome tangent(const ForceQuery&, Mass, Real, Real, LinearOperator&, Context&) override {
    return no_tangent();
  }
  Outcome force_change(const ForceQuery&, View<Real>, Out<Real>, Context&) override {
    return no_tangent();
  }
  Outcome solve_mass(Mass, View<Real> b, Out<Real> x, Context&) override {
    map(x) = map(inverse_mass()).cwiseProduct(map(b));
    return {};
  }
  void prescribe(View<Real>, Real, Out<Real>) const override {}
  void prescribe_velocity(Real, Out<Real>) const override {}
  Real critical_step() const override { return 1; }

 private:
  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }
  static Vector3 read(View<Real> a, Index first, int numbers) {
    Vector3 v = Vector3::Zero();
    std::copy_n(a.data() + first, numbers, v.data());
    return v;
  }
  Index of(std::size_t p, Index numbers_of_rigid) const {
    const std::size_t nodes = std::min(p, kNodes);
    return static_cast<Index>(nodes) * dim + static_cast<Index>(p - nodes) * numbers_of_rigid;
  }
  static Outcome no_tangent() {
    return Outcome::failed(Cause::unsupported, "bodies that turn have no tangent");
  }

  Forces forces_;
  std::vector<Real> mass_, inverse_;
  std::vector<std::uint8_t> prescribed_;
  std::vector<Index> block_start_;
  std::vector<Body> bodies_;
  Layout layout_;
};

}  // namespace tactus::conformance
