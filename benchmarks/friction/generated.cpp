#include "benchmarks/friction/generated.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <random>

namespace tactus::bench {
namespace {

using Vector = Eigen::Vector3d;
using Matrix = Eigen::Matrix3d;
constexpr Real kFall = -0.01;  ///< m/s, what gravity gives in a step
constexpr int kGround = -1;

struct Body {
  Vector centre, inverse_inertia;  ///< m; 1/(kg m^2) about the axes
  Real mass = 1;                   ///< kg
  Vector velocity, spin;           ///< m/s, rad/s, without contact
};

/// Point and frame in which body a touches b: the first column of the frame points from b to a.
struct Contact {
  int a = 0, b = kGround;
  Vector point;
  Matrix frame;
  Real friction = 0;
};

Matrix frame_of(const Vector& normal) {
  Matrix frame;
  frame.col(0) = normal.normalized();
  frame.col(1) = frame.col(0).unitOrthogonal();
  frame.col(2) = frame.col(0).cross(frame.col(1));
  return frame;
}

/// Bodies and their contacts, and the problem U = q + W R that they pose.
class Assembly {
 public:
  int add(const Body& body) {
    bodies_.push_back(body);
    return static_cast<int>(bodies_.size()) - 1;
  }
  void touch(int a, int b, const Vector& point, const Vector& normal, Real friction) {
    contacts_.push_back({a, b, point, frame_of(normal), friction});
  }
  const Body& body(int b) const { return bodies_[static_cast<std::size_t>(b)]; }

  core::FrictionProblem problem(const std::string& name) const {
    core::FrictionProblem p;
    p.name = name, p.dim = 3, p.contacts = static_cast<Index>(contacts_.size());
    const std::vector<std::vector<Index>> of_body = contacts_of_bodies();
    for (Index i = 0; i < p.contacts; ++i) {
      const Contact& c = contact(i);
      p.friction.push_back(c.friction);
      const Vector q = c.frame.transpose() * (speed(c, c.a) - speed(c, c.b));
      p.free_velocity.insert(p.free_velocity.end(), q.begin(), q.end());
      std::vector<Index> others;
      for (const int b : {c.a, c.b})
        if (b != kGround) {
          const auto& more = of_body[static_cast<std::size_t>(b)];
          others.insert(others.end(), more.begin(), more.end());
        }
      std::sort(others.begin(), others.end());
      others.erase(std::unique(others.begin(), others.end()), others.end());
      for (const Index j : others) {
        p.column.push_back(j);
        const Matrix W = block(c, contact(j));
        for (int k = 0; k < 3; ++k)
          for (int l = 0; l < 3; ++l) p.value.push_back(W(k, l));
      }
      p.start.push_back(static_cast<Index>(p.column.size()));
    }
    return p;
  }

 private:
  const Contact& contact(Index i) const { return contacts_[static_cast<std::size_t>(i)]; }

  std::vector<std::vector<Index>> contacts_of_bodies() const {
    std::vector<std::vector<Index>> of_body(bodies_.size());
    for (std::size_t i = 0; i < contacts_.size(); ++i)
      for (const int b : {contacts_[i].a, contacts_[i].b})
        if (b != kGround) of_body[static_cast<std::size_t>(b)].push_back(static_cast<Index>(i));
    return of_body;
  }
  Vector speed(const Contact& c, int b) const {
    if (b == kGround) return Vector::Zero();
    return body(b).velocity + body(b).spin.cross(c.point - body(b).centre);
  }
  static Matrix cross_of(const Vector& r) {
    Matrix m;
    m << 0, -r[2], r[1], r[2], 0, -r[0], -r[1], r[0], 0;
    return m;
  }
  /// What a reaction at `from` gives to the relative velocity at `at`.
  Matrix block(const Contact& at, const Contact& from) const {
    Matrix sum = Matrix::Zero();
    for (const int b : {at.a, at.b})
      if (b != kGround && (b == from.a || b == from.b)) {
        const Real sign = (b == at.a) == (b == from.a) ? 1 : -1;
        const Matrix arm_at = cross_of(at.point - body(b).centre),
                     arm_from = cross_of(from.point - body(b).centre);
        const Matrix turn = arm_at * body(b).inverse_inertia.asDiagonal() * arm_from;
        sum += sign * (Matrix::Identity() / body(b).mass - turn);
      }
    return at.frame.transpose() * sum * from.frame;
  }

  std::vector<Body> bodies_;
  std::vector<Contact> contacts_;
};

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  Real uniform(Real a, Real b) { return a + (b - a) * static_cast<Real>(engine_()) / 4294967296.0; }
  Vector in_cube(Real half) {
    return {uniform(-half, half), uniform(-half, half), uniform(-half, half)};
  }

 private:
  std::mt19937 engine_;
};

}  // namespace

core::FrictionProblem lattice(int side, int layers, unsigned seed) {
  Random random(seed);
  Assembly assembly;
  std::vector<Vector> centres;
  constexpr Real kRadius = 0.5;
  const auto mu = [&] { return random.uniform(0.2, 0.8); };
  for (int layer = 0; layer < layers; ++layer) {
    const bool full = layer % 2 == 0;
    const int count = full ? side : side - 1;
    for (int i = 0; i < count; ++i)
      for (int k = 0; k < count; ++k) {
        const Real inset = full ? 0 : kRadius, mass = random.uniform(1, 10);
        const Vector centre(i + inset, k + inset, layer * std::sqrt(0.5));
        const int b =
            assembly.add({.centre = centre,
                          .inverse_inertia = Vector::Constant(2.5 / (mass * 0.25)),
                          .mass = mass,
                          .velocity = random.in_cube(-kFall / 2) + kFall * Vector::UnitZ(),
                          .spin = random.in_cube(-kFall / 2)});
        const auto wall = [&](const Vector& inwards) {
          assembly.touch(b, kGround, centre - kRadius * inwards, inwards, mu());
        };
        if (layer == 0) wall(Vector::UnitZ());
        if (full && i == 0) wall(Vector::UnitX());
        if (full && i == count - 1) wall(-Vector::UnitX());
        if (full && k == 0) wall(Vector::UnitY());
        if (full && k == count - 1) wall(-Vector::UnitY());
        for (std::size_t o = 0; o < centres.size(); ++o)
          if (const Vector way = centre - centres[o]; way.norm() < 1 + 1e-9)
            assembly.touch(b, static_cast<int>(o), centres[o] + way / 2, way, mu());
        centres.push_back(centre);
      }
  }
  return assembly.problem(fmt::format("lattice {}x{}x{}, seed {}", side, side, layers, seed));
}

core::FrictionProblem wall(int bricks, int courses, unsigned seed) {
  Random random(seed);
  Assembly assembly;
  constexpr Real kFriction = 0.6;
  struct Place {
    Real from, to;
    int body;
  };
  std::vector<Place> below{{-1, 2. * bricks + 1, kGround}};
  for (int course = 0; course < courses; ++course) {
    std::vector<Place> now;
    for (Real from = 0; from < 2 * bricks;) {
      const bool half = course % 2 == 1 && from == 0;
      const Real to = std::min(from + (half ? 1 : 2), Real(2 * bricks)), length = to - from;
      const Vector push = random.in_cube(0.5 * -kFall).cwiseProduct(Vector(0.1, 1, 0));
      const int b = assembly.add(
          {.centre = Vector(from + length / 2, 0.5, course + 0.5),
           .inverse_inertia =
               Vector(6, 12 / (length * length + 1), 12 / (length * length + 1)) / length,
           .mass = length,
           .velocity = push + kFall * Vector::UnitZ(),
           .spin = Vector::Zero()});
      for (const Place& under : below) {
        const Real low = std::max(from, under.from), high = std::min(to, under.to);
        if (low >= high) continue;
        for (const Real x : {low, high})
          for (const Real y : {0., 1.})
            assembly.touch(b, under.body, {x, y, Real(course)}, Vector::UnitZ(), kFriction);
      }
      if (!now.empty())
        for (const Real z : {0., 1.})
          for (const Real y : {0., 1.})
            assembly.touch(b, now.back().body, {from, y, course + z}, Vector::UnitX(), kFriction);
      now.push_back({from, to, b});
      from = to;
    }
    below = now;
  }
  return assembly.problem(fmt::format("wall {}x{}, seed {}", bricks, courses, seed));
}

}  // namespace tactus::bench
