// Rigid bodies that are dropped: a ball and a box on a half-space, against free fall and the closed form of an
// impact at one corner, and both on a deformable box, by what every impact keeps.
#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::Simulation;

namespace {

using Vector = Eigen::Vector3d;

/// @param pairs  the constraint for what bodies do among themselves, behind a comma; none for a single one
std::string scene(const std::string& bodies, Real weight, Real end, Real step,
                  const std::string& pairs = "") {
  return fmt::format(
      R"({{"dimension": 3, "bodies": [{},
          {{"name": "ground", "type": "obstacle", "half_space": {{"normal": [0, 0, 1]}}}}],
        "loads": [{{"type": "gravity", "acceleration": [0, 0, {}]}}],
        "integrator": {{"type": "newmark"}},
        "contact": {{"broad_phase": {{"type": "grid"}},
          "constraint": [{{"type": "half_space", "between": ["*", "ground"]}}{}],
          "solver": {{"type": "local_sqp"}}}},
        "time": {{"end": {}, "step": {}}}}})",
      bodies, -weight, pairs, end, step);
}

Vector vector(const Real* x) { return {x[0], x[1], x[2]}; }
Vector linear(const Simulation& s) { return vector(s.balance.now().linear); }
Vector angular(const Simulation& s) { return vector(s.balance.now().angular); }

std::size_t first_coordinate(const Simulation& s, std::size_t body) {
  return static_cast<std::size_t>(s.model.layout().bodies[body].coordinates.begin);
}
Vector centre_of(const Simulation& s, std::size_t body) {
  return vector(s.stepper.state().q.data() + first_coordinate(s, body));
}
Vector velocity_of(const Simulation& s, std::size_t body) {
  return vector(s.stepper.state().v.data() + s.model.layout().bodies[body].dofs.begin);
}
/// The lowest vertex of the boundary.
Vector lowest_vertex(const Simulation& s) {
  std::vector<Real> y(s.model.surface().reference.size());
  s.model.motion().positions(s.stepper.state().q, y);
  Vector lowest(0, 0, kUnlimited);
  for (Index v = 0; v < s.model.surface().boundary_vertices; ++v)
    if (y[3 * static_cast<std::size_t>(v) + 2] < lowest[2])
      lowest = vector(y.data() + 3 * static_cast<std::size_t>(v));
  return lowest;
}

}  // namespace

TEST_CASE("a rigid ball that is dropped on a half-space comes back to where it was",
          "[space][half_space]") {
  constexpr Real kRadius = 0.3, kHeight = 0.5, kWeight = 9.81, kStep = 1e-3;
  Simulation s(scene(fmt::format(R"({{"name": "ball", "type": "rigid", "density": 1000,
      "mesh": {{"type": "ball", "radius": {}, "cells": 4}}, "translate": [0, 0, {}],
      "velocity": [0.7, 0, 0]}})",
                                 kRadius, kRadius + kHeight),
                     kWeight, 0.7, kStep));
  // The lowest vertex of the mesh is a pole, so that it falls the height and meets no arm.
  const Real touches = std::sqrt(2 * kHeight / kWeight);
  REQUIRE(lowest_vertex(s)[2] == Approx(kHeight).epsilon(1e-12));
  Real struck = 0, highest = 0;
  Index overlaps = 0;
  s.run([&](Simulation& now) {
    if (struck == 0 && now.stepper.facts().outside.support_impulse[2] != 0) struck = now.time();
    if (struck > 0) highest = std::max(highest, lowest_vertex(now)[2]);
    overlaps += !now.audit().clean();
  });
  CHECK(overlaps == 0);
  CHECK(struck == Approx(touches).margin(2 * kStep));
  // In the step of the impact it falls or rises for a part of a step more than without.
  CHECK(highest == Approx(kHeight).margin(2 * std::sqrt(2 * kWeight * kHeight) * kStep));
  CHECK(velocity_of(s, 0)[0] == Approx(0.7).epsilon(1e-12));
  // The impulse acts below the centre: about x and z there is no moment, and no spin.
  const Real impulse = 2 * (s.momentum(0, 0) / 0.7) * std::sqrt(2 * kWeight * kHeight);
  CHECK(std::hypot(angular(s)[0], angular(s)[2]) <= 1e-12 * impulse * kRadius);
  CHECK(s.balance.total() <= s.balance.initial() * (1 + 1e-9));
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
}

TEST_CASE("a rigid box that lands on one corner takes the impulse and the spin of the closed form",
          "[space][half_space]") {
  // J = 2 v / (1/m + n.((I^-1 (r x n)) x r)), where no energy is lost; r from the centre to the corner. Rows are
  // evaluated where the corner would be at the end of the step, which is off by as much as the box turns in it.
  const Vector size(1, 0.6, 0.4), turn(0.5, 0.35, 0.2), flight(0.3, -0.4, -2), n(0, 0, 1);
  const auto thrown = [&](Real height, Real step) {
    return scene(fmt::format(R"({{"name": "box", "type": "rigid", "density": 500,
      "mesh": {{"type": "box", "size": [{}, {}, {}], "cells": [1, 1, 1]}}, "rotate": [{}, {}, {}],
      "translate": [0, 0, {:.17g}], "velocity": [{}, {}, {}]}})",
                             size[0], size[1], size[2], turn[0], turn[1], turn[2], height,
                             flight[0], flight[1], flight[2]),
                 0, 4 * step, step);
  };
  const Real step = GENERATE(1e-3, 1e-5, 1e-7, 1e-9);
  CAPTURE(step);
  const Real low = lowest_vertex(Simulation(thrown(2, 1e-3)))[2];
  Simulation s(thrown(2 - low - 1.5 * flight[2] * step, step));  // struck in the second step
  const Vector centre = centre_of(s, 0), arm = lowest_vertex(s) - centre;
  const Vector start = linear(s);
  const Real kinetic = s.balance.now().kinetic;
  do {
    REQUIRE_FALSE(s.stepper.finished());
    s.step();
  } while (s.stepper.facts().outside.support_impulse[2] == 0);
  const Eigen::Matrix3d R = Eigen::AngleAxisd(turn.norm(), turn.normalized()).toRotationMatrix();
  const Vector squares = size.cwiseProduct(size);
  const Real m = 500 * size.prod();
  const Vector moments = m / 12 * (Vector::Constant(squares.sum()) - squares);
  const Eigen::Matrix3d inverse = R * moments.cwiseInverse().asDiagonal() * R.transpose();
  const Real compliance = 1 / m + n.dot((inverse * arm.cross(n)).cross(arm));
  const Real impulse = -2 * flight[2] / compliance;
  const Vector expected = arm.cross(impulse * n), change = linear(s) - start;
  const Real angle = step * (inverse * expected).norm();  // by which it turns in a step
  CHECK(change.head<2>().norm() <= 1e-12 * impulse);
  CHECK(std::abs(change[2] - impulse) <= (2 * angle + 1e-10) * impulse);
  // Angular momentum refers to the centre at the start.
  const Vector spin = angular(s) - (centre_of(s, 0) - centre).cross(linear(s));
  CHECK((spin - expected).norm() <= (2 * angle + 1e-10) * expected.norm());
  CHECK(s.balance.now().kinetic == Approx(kinetic).epsilon(1e-12));
  CHECK(s.audit().clean());
}

TEST_CASE("a rigid ball and a rigid box that are dropped on a deformable box bounce off it",
          "[space][half_space]") {
  const bool ball = GENERATE(true, false);
  CAPTURE(ball);
  const std::string rigid =
      ball ? R"({"name": "ball", "type": "rigid", "density": 2000,
                 "mesh": {"type": "ball", "radius": 0.2, "cells": 2},
                 "translate": [0.45, 0.55, 1.25], "velocity": [0, 0, -2]})"
           : R"({"name": "box", "type": "rigid", "density": 2000, "rotate": [0.4, 0.3, 0.1],
                 "mesh": {"type": "box", "size": [0.4, 0.3, 0.2], "cells": [1, 1, 1]},
                 "translate": [0.4, 0.4, 1.15], "velocity": [0, 0, -2]})";
  const std::string soft = R"(, {"name": "bed", "density": 1000, "self_contact": false,
      "mesh": {"type": "box", "size": [1, 1, 0.8], "cells": [4, 4, 3]},
      "material": {"type": "neo_hookean", "young": 1e6, "poisson": 0.3}})";
  Simulation s(scene(rigid + soft, 9.81, 0.2, 1e-3, R"(, {"type": "vertex_face"})"));
  REQUIRE(s.audit().clean());
  const Real start = s.balance.initial();
  Real fastest = 0, most = start;
  Index overlaps = 0;
  s.run([&](Simulation& now) {
    fastest = std::max(fastest, velocity_of(now, 0)[2]);
    most = std::max(most, now.balance.total());
    overlaps += !now.audit().clean();
  });
  CHECK(overlaps == 0);
  CHECK(fastest > 0.2);  // it came back up,
  CHECK(fastest < 2);    // slower than it fell: waves keep a part
  CHECK(most <= start + 1e-3 * s.balance.energy_scale());
  CHECK(s.balance.linear_drift() <= 1e-10 * s.balance.linear_scale());
}
