// The rigid motion of an impact zone: momenta and work to rounding, on random sets of nodes, in the
// plane and in space, free and pinned.
#include "tactus/projection/rigid_motion.hpp"

#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "tactus/conformance/random.hpp"

using namespace tactus;
using conformance::Random;
using V3 = Eigen::Vector3d;

namespace {

/// A set of nodes, and what became of it.
struct Set {
  int dim = 2;
  std::vector<Real> position, increment, mass;
  std::vector<std::uint8_t> fixed;
  std::vector<Real> u;

  std::size_t count() const { return mass.size(); }
  V3 read(const std::vector<Real>& a, std::size_t i) const {
    const auto d = static_cast<std::size_t>(dim);
    return {a[d * i], a[d * i + 1], dim == 3 ? a[d * i + 2] : 0};
  }
  V3 x(std::size_t i) const { return read(position, i); }
  V3 after(std::size_t i) const { return x(i) + read(u, i); }
  V3 d(std::size_t i) const { return read(u, i) - read(increment, i); }
  void pin(std::size_t i) {
    for (std::size_t k = 0; k < static_cast<std::size_t>(dim); ++k)
      fixed[i * static_cast<std::size_t>(dim) + k] = 1;
  }
  Outcome solve() {
    u.assign(position.size(), 0);
    return find_rigid_motion({dim, position, increment, mass, fixed}, u);
  }
};

/// @param motion  size of the increments; positions are of size 1
Set random_set(std::uint64_t seed, int dim, Real motion) {
  Random random(seed);
  Set set{.dim = dim, .position = {}, .increment = {}, .mass = {}, .fixed = {}, .u = {}};
  const auto nodes = static_cast<int>(random.between(2, 12));
  for (int i = 0; i < nodes; ++i) {
    set.mass.push_back(std::exp(random.between(-2, 2)));
    for (int d = 0; d < dim; ++d) {
      set.position.push_back(random.between(-1, 1));
      set.increment.push_back(motion * random.between(-1, 1));
      set.fixed.push_back(0);
    }
  }
  return set;
}

/// Largest change of a distance between two nodes.
Real strain(const Set& set) {
  Real most = 0;
  for (std::size_t i = 0; i < set.count(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      most = std::max(
          most, std::abs((set.after(i) - set.after(j)).norm() - (set.x(i) - set.x(j)).norm()));
  return most;
}

struct Sums {
  V3 linear = V3::Zero(), angular = V3::Zero();
  Real work = 0;
};

/// sum m d, sum m (x_n + x_{n+1} - 2 pivot) x d, sum m d.u over the nodes that are not pinned
Sums sums_of(const Set& set, const V3& pivot = V3::Zero()) {
  Sums s;
  for (std::size_t i = 0; i < set.count(); ++i) {
    if (set.fixed[i * static_cast<std::size_t>(set.dim)]) continue;
    const V3 push = set.mass[i] * set.d(i);
    s.linear += push;
    s.angular += (set.x(i) + set.after(i) - 2 * pivot).cross(push);
    s.work += push.dot(set.read(set.u, i));
  }
  return s;
}

}  // namespace

TEST_CASE("a free zone moves rigidly, keeps both momenta, and contact does no work on it",
          "[unit][zones]") {
  const int dim = GENERATE(2, 3);
  const Real motion = GENERATE(1e-6, 1e-2, 0.1);
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    Set set = random_set(seed, dim, motion);
    CAPTURE(dim, motion, seed, set.count());
    REQUIRE(set.solve());
    const Sums s = sums_of(set);
    Real mass = 0;
    for (const Real m : set.mass) mass += m;
    CHECK(strain(set) <= 1e-14);
    CHECK(s.linear.norm() <= 1e-14 * mass * motion);
    CHECK(s.angular.norm() <= 1e-13 * mass * motion);
    CHECK(std::abs(s.work) <= 1e-13 * mass * motion * motion);
  }
}

TEST_CASE("a zone that turns as it moves freely is left as it is", "[unit][zones]") {
  // Increments of a rigid rotation about an axis: nothing is to be corrected.
  const int dim = GENERATE(2, 3);
  Set set = random_set(7, dim, 0);
  const V3 axis = dim == 2 ? V3(V3::UnitZ()) : V3(V3(1, 2, -1).normalized());
  const Eigen::AngleAxisd turn(0.02, axis);
  for (std::size_t i = 0; i < set.count(); ++i) {
    const V3 moved = turn * set.x(i) - set.x(i) + V3(0.1, -0.2, dim == 3 ? 0.3 : 0);
    for (std::size_t d = 0; d < static_cast<std::size_t>(dim); ++d)
      set.increment[i * static_cast<std::size_t>(dim) + d] = moved[static_cast<int>(d)];
  }
  REQUIRE(set.solve());
  for (std::size_t i = 0; i < set.count(); ++i) CHECK(set.d(i).norm() <= 1e-15);
}

TEST_CASE("nodes on a line and a lone node are zones too", "[unit][zones]") {
  Set line{.dim = 3,
           .position = {0, 0, 0, 1, 1, 1, 3, 3, 3},
           .increment = {0.01, 0, 0, 0, 0.02, 0, 0, 0, -0.01},
           .mass = {1, 2, 3},
           .fixed = std::vector<std::uint8_t>(9, 0),
           .u = {}};
  REQUIRE(line.solve());
  const Sums s = sums_of(line);
  CHECK(strain(line) <= 1e-14);
  CHECK(s.angular.norm() <= 1e-15);
  CHECK(std::abs(s.work) <= 1e-16);
  Set lone{.dim = 3,
           .position = {1, 2, 3},
           .increment = {0.1, 0.2, 0.3},
           .mass = {2},
           .fixed = {0, 0, 0},
           .u = {}};
  REQUIRE(lone.solve());
  CHECK(lone.d(0).norm() <= 1e-16);
}

TEST_CASE("a zone with one node that stands still turns about it", "[unit][zones]") {
  const int dim = GENERATE(2, 3);
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    Set set = random_set(seed, dim, 0.01);
    CAPTURE(dim, seed);
    set.pin(0);
    for (std::size_t d = 0; d < static_cast<std::size_t>(dim); ++d) set.increment[d] = 0;
    REQUIRE(set.solve());
    const Sums s = sums_of(set, set.x(0));
    CHECK(set.read(set.u, 0).norm() == 0);
    CHECK(strain(set) <= 1e-14);
    CHECK(s.angular.norm() <= 1e-14);
    CHECK(std::abs(s.work) <= 1e-16);
  }
}

TEST_CASE("a zone with several nodes that stand still turns about their line, or not at all",
          "[unit][zones]") {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    Set plane = random_set(seed, 2, 0.01), space = random_set(seed, 3, 0.01);
    if (plane.count() < 4 || space.count() < 5) continue;
    CAPTURE(seed);
    for (Set* set : {&plane, &space})
      for (std::size_t i = 0; i < 2; ++i) {
        set->pin(i);
        for (std::size_t d = 0; d < static_cast<std::size_t>(set->dim); ++d)
          set->increment[i * static_cast<std::size_t>(set->dim) + d] = 0;
      }
    REQUIRE(plane.solve());
    for (const Real u : plane.u) CHECK(u == 0);
    REQUIRE(space.solve());
    const Sums s = sums_of(space, space.x(0));
    const V3 axis = (space.x(1) - space.x(0)).normalized();
    CHECK(strain(space) <= 1e-14);
    CHECK(std::abs(axis.dot(s.angular)) <= 1e-14);
    CHECK(std::abs(s.work) <= 1e-16);
    Real moved = 0;
    for (const Real u : space.u) moved = std::max(moved, std::abs(u));
    CHECK(moved > 1e-5);
    // A third one off the line leaves nothing.
    space.pin(2);
    for (std::size_t d = 6; d < 9; ++d) space.increment[d] = 0;
    REQUIRE(space.solve());
    for (const Real u : space.u) CHECK(std::abs(u) <= 1e-17);
  }
}

TEST_CASE("a zone follows supports that move as one, and refuses to be pinched", "[unit][zones]") {
  Set set = random_set(8, 2, 0.01);
  REQUIRE(set.count() >= 4);
  for (const std::size_t i : {0U, 1U}) {
    set.pin(i);
    set.increment[2 * i] = 0.02, set.increment[2 * i + 1] = -0.01;
  }
  REQUIRE(set.solve());
  for (std::size_t i = 0; i < set.count(); ++i)
    CHECK((set.read(set.u, i) - V3(0.02, -0.01, 0)).norm() <= 1e-17);
  // Turned by 0.1 about the origin.
  for (const std::size_t i : {0U, 1U}) {
    const V3 moved = Eigen::AngleAxisd(0.1, V3::UnitZ()) * set.x(i) - set.x(i);
    set.increment[2 * i] = moved[0], set.increment[2 * i + 1] = moved[1];
  }
  REQUIRE(set.solve());
  CHECK(strain(set) <= 1e-14);
  // Towards each other.
  const V3 between = set.x(1) - set.x(0);
  for (std::size_t d = 0; d < 2; ++d) {
    set.increment[d] = 0.01 * between[static_cast<int>(d)];
    set.increment[2 + d] = -0.01 * between[static_cast<int>(d)];
  }
  const Outcome pinched = set.solve();
  CHECK(pinched.status == Status::retry);
  CHECK(pinched.cause == Cause::infeasible);
}

TEST_CASE("a zone with a node on rollers is translated along them", "[unit][zones]") {
  Set set = random_set(5, 2, 0.01);
  set.fixed[1] = 1, set.increment[1] = 0;  // free in x
  REQUIRE(set.solve());
  Real mass = 0, mean = 0, work = 0;
  for (std::size_t i = 0; i < set.count(); ++i)
    mass += set.mass[i], mean += set.mass[i] * set.increment[2 * i];
  for (std::size_t i = 0; i < set.count(); ++i) {
    CHECK(set.u[2 * i] == Approx(mean / mass).epsilon(1e-14));
    CHECK(set.u[2 * i + 1] == 0);
    work += set.mass[i] * set.d(i)[0] * set.u[2 * i];
  }
  CHECK(std::abs(work) <= 1e-17);
}

TEST_CASE("a zone scaled by a power of two moves by the same bits", "[unit][zones]") {
  const int dim = GENERATE(2, 3);
  Set one = random_set(11, dim, 0.01), other = one;
  for (Real& x : other.position) x *= 0x1p20;
  for (Real& x : other.increment) x *= 0x1p20;
  REQUIRE(one.solve());
  REQUIRE(other.solve());
  for (std::size_t k = 0; k < one.u.size(); ++k) CHECK(other.u[k] == 0x1p20 * one.u[k]);
}

TEST_CASE("a zone with rigid bodies turns them with it and keeps angular momentum, spins included",
          "[zones]") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Set set = random_set(seed, 2, 0.05);
    Random random(seed + 1000);
    const std::size_t bodies = 1 + seed % 2;
    std::vector<Real> inertia, spin, turn(bodies);
    for (std::size_t b = 0; b < bodies; ++b) {
      inertia.push_back(set.mass[b] * random.between(0.01, 2));
      spin.push_back(random.between(-0.1, 0.1));
    }
    set.u.assign(set.position.size(), 0);
    REQUIRE(find_rigid_motion({2, set.position, set.increment, set.mass, set.fixed, inertia, spin},
                              set.u, turn));
    V3 linear = V3::Zero();
    Real angular = 0, work = 0, size = 0;
    for (std::size_t i = 0; i < set.count(); ++i) {
      linear += set.mass[i] * set.d(i);
      angular += set.mass[i] * (set.x(i) + set.after(i)).cross(set.d(i))[2];
      work += set.mass[i] * set.d(i).dot(set.read(set.u, i));
      size += set.mass[i] * set.d(i).norm();
    }
    for (std::size_t b = 0; b < bodies; ++b) {
      angular += 2 * inertia[b] * (turn[b] - spin[b]);
      work += inertia[b] * (turn[b] - spin[b]) * turn[b];
      size += inertia[b] * std::abs(turn[b] - spin[b]);
      CHECK(turn[b] == turn[0]);
    }
    CHECK(linear.norm() < 1e-13 * size);
    CHECK(std::abs(angular) < 1e-13 * size);
    CHECK(std::abs(work) < 1e-4 * 0.1 * size);  // of the order of theta^2/12 of that on the spins
    CHECK(strain(set) < 1e-13);
  }
}

TEST_CASE("a rigid body in space moves with its zone as the nodes that it is made of", "[zones]") {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Set set = random_set(seed, 3, 0.05);
    Random random(seed + 1000);
    // The body's centre is the first node. It is made of two nodes on each of its axes.
    const auto triple = [&](Real size) {
      V3 v;
      for (int d = 0; d < 3; ++d) v[d] = size * random.between(-1, 1);
      return v;
    };
    const V3 square = triple(1).cwiseAbs2() + V3::Constant(0.01), spin = triple(0.1);
    const Eigen::Matrix3d axes = Eigen::AngleAxisd(3 * square[0], triple(1).normalized()).matrix();
    const Real mass = set.mass[0];
    const V3 inertia = mass / 3 * (V3::Constant(square.sum()) - square);
    const V3 centre = set.x(0), moved = set.read(set.increment, 0);
    Set nodes{.dim = 3, .position = {}, .increment = {}, .mass = {}, .fixed = {}, .u = {}};
    const auto add = [&](const V3& x, const V3& u, Real m) {
      nodes.position.insert(nodes.position.end(), x.data(), x.data() + 3);
      nodes.increment.insert(nodes.increment.end(), u.data(), u.data() + 3);
      nodes.mass.push_back(m);
      nodes.fixed.insert(nodes.fixed.end(), 3, 0);
    };
    const Eigen::Matrix3d free =
        axes * Eigen::AngleAxisd(spin.norm(), spin.normalized()) * axes.transpose();
    for (int k = 0; k < 3; ++k)
      for (const Real sign : {-1., 1.}) {
        const V3 arm = sign * std::sqrt(square[k]) * axes.col(k);
        add(centre + arm, moved + free * arm - arm, mass / 6);
      }
    for (std::size_t i = 1; i < set.count(); ++i)
      add(set.x(i), set.read(set.increment, i), set.mass[i]);
    REQUIRE(nodes.solve());

    const Eigen::Matrix<Real, 3, 3, Eigen::RowMajor> rows = axes;
    V3 turn;
    set.u.assign(set.position.size(), 0);
    REQUIRE(find_rigid_motion({3,
                               set.position,
                               set.increment,
                               set.mass,
                               set.fixed,
                               {inertia.data(), 3},
                               {spin.data(), 3},
                               {rows.data(), 9}},
                              set.u, {turn.data(), 3}));
    for (std::size_t i = 1; i < set.count(); ++i)
      CHECK((set.read(set.u, i) - nodes.read(nodes.u, i + 5)).norm() < 1e-13);
    for (int k = 0; k < 3; ++k) {
      const V3 arm = std::sqrt(square[k]) * axes.col(k);
      const V3 after = set.after(0) + axes * (Eigen::AngleAxisd(turn.norm(), turn.normalized()) *
                                              (axes.transpose() * arm));
      CHECK((after - nodes.after(static_cast<std::size_t>(2 * k + 1))).norm() < 1e-13);
    }
  }
}
