// The ranges of bodies without nodes, and where a rigid body is in a state: against a second count, and
// against Eigen's rotations.
#include "core/model/rigid_bodies.hpp"

#include <Eigen/Geometry>
#include <catch2/catch.hpp>
#include <vector>

#include "tactus/conformance/random.hpp"
#include "tactus/rotation.hpp"

using namespace tactus;
using namespace tactus::core;
using conformance::Random;

TEST_CASE("bodies of a kind follow each other in the arrays of the model", "[model]") {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Random random(seed);
    const auto count = [&](int most) { return static_cast<Index>(random.between(0, most + 1)); };
    const KindRanges::First first{count(9), count(9), count(9)};
    KindRanges ranges(first);
    std::vector<Index> owner;
    Index coordinate = first.coordinate, dof = first.dof;
    const Index bodies = count(6);
    for (Index b = 0; b < bodies; ++b) {
      const Index points = count(5), coordinates = count(7), dofs = count(6);
      ranges.add(points, coordinates, dofs);
      owner.insert(owner.end(), static_cast<std::size_t>(points), b);
      CHECK(ranges.body(b).points.size() == points);
      CHECK(ranges.body(b).coordinates.begin == coordinate);
      CHECK(ranges.body(b).dofs.begin == dof);
      coordinate += coordinates, dof += dofs;
      CHECK(ranges.body(b).coordinates.end == coordinate);
      CHECK(ranges.body(b).dofs.end == dof);
    }
    CAPTURE(seed);
    REQUIRE(ranges.bodies() == bodies);
    CHECK(ranges.points.begin == first.point);
    REQUIRE(ranges.points.size() == static_cast<Index>(owner.size()));
    CHECK(ranges.coordinates.end == coordinate);
    CHECK(ranges.dofs.end == dof);
    for (std::size_t i = 0; i < owner.size(); ++i) {
      const Index point = first.point + static_cast<Index>(i);
      CHECK(ranges.body_at(point) == owner[i]);
      const Range points = ranges.body(owner[i]).points;
      CHECK((points.begin <= point && point < points.end));
    }
  }
}

TEST_CASE("a rigid body is turned about its own axes and moved along those of space", "[model]") {
  const int dim = GENERATE(2, 3);
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Random random(seed);
    std::vector<Real> q, u;
    for (int i = 0; i < 12; ++i) q.push_back(random.between(-2, 2));
    for (int i = 0; i < 12; ++i) u.push_back(random.between(-2, 2));
    const Real fraction = random.between(-1, 1);
    MovingRigidBody body{.dim = dim, .coordinate = 2, .dof = 3};
    if (dim == 3) body.turn = rotation_of_vector({q[9], q[10], q[11]});
    Matrix3 before, by;
    if (dim == 2) {
      before = Eigen::AngleAxisd(q[4], Vector3::UnitZ()).toRotationMatrix();
      by = Eigen::AngleAxisd(fraction * u[5], Vector3::UnitZ()).toRotationMatrix();
    } else {
      Eigen::Quaterniond turned(q[5], q[6], q[7], q[8]);
      turned.normalize();
      q[5] = turned.w(), q[6] = turned.x(), q[7] = turned.y(), q[8] = turned.z();
      before = turned.toRotationMatrix();
      const Vector3 axis = fraction * Vector3(u[6], u[7], u[8]);
      by = Eigen::AngleAxisd(axis.norm(), axis.normalized()).toRotationMatrix();
    }
    CAPTURE(dim, seed);
    const MovingRigidBody::Pose still = body.pose_at({.q = q});
    const MovingRigidBody::Pose moved = body.pose_at({.q = q, .u = u, .fraction = fraction});
    CHECK((still.turn - before).norm() <= 1e-14);
    CHECK((moved.turn - before * by).norm() <= 1e-14);
    CHECK((moved.difference - (moved.turn - body.turn)).norm() <= 1e-15);
    for (int d = 0; d < dim; ++d) {
      const auto i = static_cast<std::size_t>(d);
      CHECK(still.centre[d] == q[2 + i]);
      CHECK(moved.centre[d] == q[2 + i] + fraction * u[3 + i]);
      CHECK(body.centre_velocity(u)[d] == u[3 + i]);
    }
    for (int d = dim; d < 3; ++d) CHECK(moved.centre[d] == 0);
  }
}
