// Deformable bodies: blocks on an incline and pressed on the ground, a bar that hits a wall, a tower
// struck by a ball, blocks on rollers. Reactions are admissible, momenta and energy are kept as far as they should be.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <random>

#include "gravity.hpp"
#include "scene.hpp"

using namespace tactus;
using namespace tactus::friction;
using tactus::testing::Simulation;

namespace {

/// Velocity of the centre of mass of a deformable body.
Real mean_speed(const Simulation& s, std::size_t body, int d) {
  return s.momentum(body, d) / s.mass(body);
}

/// The block of Chrono's issue 462, scaled.
Real acceleration(Real scale, Real friction) {
  const std::string block = fmt::format(R"({{"name": "block", "density": 1000,
      "translate": [0, 0], "velocity": [{0:.17g}, 0],
      "mesh": {{"type": "rectangle", "size": [{1:.17g}, {2:.17g}], "cells": [7, 3]}},
      "material": {{"type": "neo_hookean", "young": 1e7, "poisson": 0.3}}}})",
                                        0.5 * std::sqrt(scale), 1.4 * scale, 0.52 * scale);
  const Real end = 0.05 * std::sqrt(scale);
  Simulation s =
      scene(block + "," + kGround,
            {.friction = friction, .angle = std::numbers::pi / 6, .step = 0, .end = end});
  s.run([&](Simulation& now) {
    REQUIRE(now.stepper.facts().solver.status == SolveStatus::converged);
  });
  // Friction is mu times the whole of the normal reactions, whatever vibrations make of these.
  const Real gained = mean_speed(s, 0, 0) + friction * mean_speed(s, 0, 1);
  return (gained - 0.5 * std::sqrt(scale)) / s.time();
}

/// A mass on a spring that rubs on the ground: the right end of an elastic triangle, whose left side is
/// held. There is nothing else that moves, so that the closed form holds exactly.
struct Oscillator {
  static constexpr Real kLength = 1, kHeight = 0.01, kPeriod = 1, kFriction = 0.3;
  Real mass = 1000 * kLength * kHeight / 6;  ///< kg, a third of the triangle
  Real spring = mass * std::pow(2 * std::numbers::pi / kPeriod, 2);  ///< N/m
  Real way = kFriction * mass * kGravity / spring;                   ///< m, friction over spring: d
  std::vector<Real> turns;        ///< m, displacements at which the velocity changes sign
  Real rest = 0, speed = 0;       ///< m, m/s at the end
  Real friction_dissipation = 0;  ///< J

  /// Starts from the middle with the velocity that leads to `first` times d.
  Oscillator(Real first, Real step, Real end) {
    run(std::sqrt(spring / mass * (first * first + 2 * first)) * way, step, end);
  }

 private:
  void run(Real start_speed, Real step, Real end) {
    Simulation s =
        scene(fmt::format(R"({{"name": "bar", "density": 1000, "velocity": [{:.17g}, 0],
      "mesh": {{"type": "polygon", "size": 5, "points": [[0, 0], [{}, 0], [0, {}]]}},
      "material": {{"type": "linear_elastic", "young": {:.17g}, "poisson": 0}}}},
      {}], "supports": [{{"body": "bar", "group": "side_3"}})",
                          start_speed, kLength, kHeight, 2 * spring * kLength / kHeight, kGround),
              {.friction = kFriction, .step = step, .end = end});
    Index corner = 0;
    for (Index n = 1; n < 3; ++n)
      if (s.position(0, n, 0) > s.position(0, corner, 0)) corner = n;
    const Real middle = s.position(0, corner, 0);
    const auto dof = static_cast<std::size_t>(2 * corner);
    Real before = start_speed;
    s.run([&](Simulation& now) {
      speed = now.stepper.state().v[dof], rest = now.position(0, corner, 0) - middle;
      if ((speed > 1e-9 && before < 0) || (speed < -1e-9 && before > 0)) turns.push_back(rest);
      if (std::abs(speed) > 1e-9) before = speed;
      friction_dissipation += now.stepper.facts().contact.reactions.friction_dissipation;
    });
  }
};

}  // namespace

TEST_CASE("a mass on a spring that rubs turns where it should, and stops for good",
          "[friction][case 5]") {
  // From 7.3 d: -5.3 d, 3.3 d, -1.3 d, and it ends at -0.7 d.
  const Real expected[] = {7.3, -5.3, 3.3, -1.3};
  Real error = 0;
  for (const Real step : {2e-3, 1e-3, 5e-4}) {
    CAPTURE(step);
    const Oscillator o(7.3, step, 3);
    REQUIRE(o.turns.size() == 4);
    for (std::size_t k = 0; k < 4; ++k)
      CHECK(o.turns[k] == Approx(expected[k] * o.way).margin(step * o.way));
    CHECK(o.rest == Approx(-0.7 * o.way).margin(step * o.way));
    CHECK(std::abs(o.speed) < 1e-10);
    // Friction acts along 33.7 d in all. With half of the step its energy has a quarter of the error.
    const Real wrong = o.friction_dissipation / (o.spring * o.way * o.way) - 33.7;
    if (error != 0) CHECK(wrong == Approx(error / 4).epsilon(0.3));
    error = wrong;
  }
}

TEST_CASE("a mass on a spring stays where friction can hold it", "[friction][case 5]") {
  const Oscillator o(0.9, 1e-3, 1);
  CHECK(o.rest == Approx(0.9 * o.way).epsilon(0.02));
  CHECK(std::abs(o.speed) < 1e-10);
}

TEST_CASE("FRC-3 a deformable block slides down an incline as a point mass does, whatever its size",
          "[friction][FRC-3]") {
  const Real mu = 0.3, a = kGravity * (0.5 - mu * std::sqrt(0.75));  // 2.3562 m/s^2
  CHECK(acceleration(1, mu) == Approx(a).epsilon(1e-6));
  CHECK(acceleration(0.1, mu) == Approx(a).epsilon(1e-6));
}

TEST_CASE("BAR-1 an elastic bar that hits a wall flies back as it should", "[friction][BAR-1]") {
  // E = 900, density 1, length 10, speed 10: contact for 2/3 s, force 300 N, impulse 200 N s.
  const std::string bar = R"({"name": "bar", "density": 1, "thickness": 2.5, "velocity": [-10, 0],
      "translate": [1, 0],
      "mesh": {"type": "rectangle", "size": [10, 0.4], "cells": [100, 4], "triangles": 2},
      "material": {"type": "linear_elastic", "young": 900, "poisson": 0}})";
  const std::string wall = R"({"name": "wall", "type": "obstacle", "translate": [-1, -0.8],
      "mesh": {"type": "rectangle", "size": [1, 2], "cells": [5, 10]}})";
  Simulation s = scene(bar + "," + wall, {.gravity = 0, .step = 0, .end = 1});
  const Real start = s.balance.total();
  std::vector<Real> force, time;
  Real impulse = 0, highest = 0;
  s.run([&](Simulation& now) {
    const auto& facts = now.stepper.facts();
    highest = std::max(highest, now.balance.total());
    CHECK(facts.contact.work <= 1e-9);
    if (facts.outside.support_impulse[0] == 0) return;
    force.push_back(facts.outside.support_impulse[0] / facts.dt), time.push_back(now.time());
    impulse += facts.outside.support_impulse[0];
  });
  CHECK(time.back() - time.front() == Approx(2. / 3).epsilon(0.01));
  CHECK(impulse == Approx(200).epsilon(0.01));
  CHECK(mean_speed(s, 0, 0) == Approx(10).epsilon(0.015));
  CHECK(s.balance.total() > 0.99 * start);
  CHECK(highest < 1.001 * start);
  CHECK(s.balance.account().gains().contact_share < 1e-3);
  CHECK(s.balance.account().gains().integration_share < 1e-2);
  Real mean = 0, square = 0, n = 0;
  for (std::size_t i = force.size() / 10; i < force.size() * 9 / 10; ++i, ++n)
    mean += force[i], square += force[i] * force[i];
  mean /= n;
  CHECK(mean == Approx(300).epsilon(0.01));
  CHECK(std::sqrt(std::max(0., square / n - mean * mean)) < 0.03 * mean);
}

TEST_CASE("two deformable blocks that rub against each other keep their momentum",
          "[friction][momentum]") {
  const auto block = [](const char* name, Real x, Real y, Real vx, Real vy) {
    return fmt::format(R"({{"name": "{}", "density": 1000, "translate": [{}, {}],
      "velocity": [{}, {}], "mesh": {{"type": "rectangle", "size": [1, 0.5], "cells": [6, 3]}},
      "material": {{"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}}})",
                       name, x, y, vx, vy);
  };
  Simulation s = scene(block("low", 0, 0, 0, 1) + "," + block("high", 0.37, 0.501, 3, -1),
                       {.friction = 0.5, .gravity = 0, .step = 0, .end = 0.1});
  Index contacts = 0;
  Real deepest = 0;
  s.run([&](Simulation& now) {
    const auto& facts = now.stepper.facts();
    contacts = std::max(contacts, facts.contact.forces.contacts);
    CHECK(facts.contact.work <= 1e-9);
    deepest = std::max(deepest, now.audit().depth);
  });
  CHECK(contacts > 3);
  CHECK(s.balance.linear_drift() < 1e-12 * s.balance.linear_scale());
  CHECK(s.balance.angular_drift() < 1e-3 * s.balance.angular_scale());
  CHECK(s.balance.account().gains().contact_share < 1e-6);
  CHECK(s.balance.account().gains().integration_share < 1e-2);
  CHECK(deepest < 2 * s.stepper.facts().dt * 4);  // a step's way at first touch
}

TEST_CASE("rigid bodies that collide with friction keep both momenta", "[friction][momentum]") {
  const auto square = [](const char* name, Real x, Real y, Real angle, Real vx, Real spin) {
    return fmt::format(R"({{"name": "{}", "type": "rigid", "density": 1000,
      "translate": [{}, {}], "rotate": {}, "velocity": {{"constant": [{}, 0], "spin": {}}},
      "mesh": {{"type": "rectangle", "size": [1, 0.5], "cells": [1, 1]}}}})",
                       name, x, y, angle, vx, spin);
  };
  Simulation s = scene(square("a", 0, 0, 0.2, 2, 3) + "," + square("b", 1.6, 0.1, -0.5, -2, 1) +
                           R"(, {"name": "c", "type": "rigid", "density": 1000, "radius": 0.4,
      "translate": [3.5, 0.3], "velocity": [-4, 0]})",
                       {.friction = 0.6, .gravity = 0, .step = 1e-3, .end = 1});
  Index hits = 0;
  s.run([&](Simulation& now) {
    hits += now.stepper.facts().contact.forces.contacts > 0;
    CHECK(now.stepper.facts().contact.work <= 1e-9);
  });
  CHECK(hits > 1);
  CHECK(s.balance.linear_drift() < 1e-12 * s.balance.linear_scale());
  CHECK(s.balance.angular_drift() < 1e-12 * s.balance.angular_scale());
}

TEST_CASE("a tower struck by a ball falls over without energy out of nothing",
          "[friction][tower]") {
  std::string bodies;
  for (int k = 0; k < 6; ++k)
    bodies += RigidBlock{.name = fmt::format("block_{}", k),
                         .width = 0.4,
                         .height = 0.25,
                         .bottom = 0.25 * k,
                         .density = 1000}
                  .text() +
              ",";
  bodies += R"({"name": "ball", "type": "rigid", "density": 3000, "radius": 0.15,
      "translate": [-1, 0.9], "velocity": [6, 1]},)";
  Simulation s =
      scene(bodies + kGround, {.friction = 0.5, .step = 1e-3, .end = 1.5, .tolerance = 1e-8});
  s.run([&](Simulation& now) {
    REQUIRE(now.stepper.facts().solver.status == SolveStatus::converged);
  });
  CHECK(s.balance.account().gains().contact_share < 1e-3);
  CHECK(place(s, 5, 1) + s.model.centre()[1] < 1);  // the uppermost one is down from 1.375 m
  CHECK(std::abs(place(s, 0, 1) + s.model.centre()[1] - 0.125) < 0.01);
}

TEST_CASE("a support that starts from rest puts in its work, and time integration nothing",
          "[friction][support]") {
  // Energies of the first steps are tiny, and a share of these is what a fault is judged by.
  const std::string support =
      GENERATE(R"("velocity": [0.5, 0.2], "ramp": 0.1)", R"("velocity": [0.5, 0.2])",
               R"("path": {"type": "table", "times": [0, 0.1, 0.2], "interpolation": "smooth",
                  "displacements": [[0, 0], [0.01, 0], [-0.01, 0.02]]})");
  const std::string step = GENERATE("\"auto\"", "7e-4");
  CAPTURE(support, step);
  Simulation s(fmt::format(R"({{"bodies": [{{"name": "bar", "density": 1000,
    "mesh": {{"type": "rectangle", "size": [4, 1], "cells": [8, 2]}},
    "material": {{"type": "linear_elastic", "young": 1e6, "poisson": 0.3}}}}],
    "supports": [{{"body": "bar", "group": "left"}}, {{"body": "bar", "group": "right", {}}}],
    "integrator": {{"type": "moreau_jean"}}, "time": {{"end": 0.3, "step": {}}}}})",
                           support, step));
  const core::Account& account = s.balance.account();
  Real before = account.energy(), open = 0, integration = 0;
  s.run([&](Simulation&) {
    open = std::max(open, std::abs(account.energy() - before - account.step().sum()));
    integration = std::max(integration, std::abs(account.step().integration));
    before = account.energy();
    CHECK_NOTHROW(account.stop_runaway(s.stepper.facts().step, s.time()));
  });
  CHECK(account.kept());
  CHECK(open <= 1e-12 * account.scale());
  CHECK(integration <= 1e-11 * account.scale());  // Hooke's law is linear
  CHECK(account.gains().integration_share < 1e-4);
  CHECK(account.gains().step_change_share < 1e-3);  // the stable step is renewed
  CHECK(account.sum().outside > 0);
}

// Nodes that supports hold along the surface that they touch: half models with a plane of symmetry, driven
// nodes that drag, oblique surfaces, and what is held along the normal.
namespace tactus::friction {
namespace {

/// How contact of a scene is solved.
struct Method {
  std::string solver, law, integrator = R"({"type": "moreau_jean"})";
};

std::string solver_text(const std::string& type, Real tolerance) {
  if (type != "hybrid") return fmt::format(R"({{"type": "{}", "tolerance": {}}})", type, tolerance);
  return fmt::format(R"({{"type": "hybrid", "solvers": [{}, {}]}})",
                     solver_text("projected_newton", tolerance),
                     solver_text("gauss_seidel", tolerance));
}

std::string law_text(const std::string& type) {
  if (type == "tresca") return R"("type": "tresca", "limit": 300)";
  if (type == "viscous") return R"("type": "viscous", "drag": 2000)";
  return fmt::format(R"("type": "{}", "friction": 0.2)", type);
}

/// A soft block that falls on the ground and spreads there; in the plane or in space, with the upward axis
/// last. The whole one is symmetric in x (and in y), the half one is held along x (and y) at 0.
struct Symmetric {
  int dim = 2;
  bool whole = true;

  std::string mesh() const {
    const int n = whole ? 4 : 2;
    const Real width = whole ? 0.2 : 0.1;
    if (dim == 2)
      return fmt::format(
          R"({{"type": "rectangle", "size": [{}, 0.1], "cells": [{}, 2], "triangles": 4}})", width,
          n);
    return fmt::format(
        R"({{"type": "box", "size": [{0}, {0}, 0.1], "cells": [{1}, {1}, 2], "tetrahedra": 5}})",
        width, n);
  }
  std::string place() const {
    const Real x = whole ? -0.1 : 0;
    return dim == 2 ? fmt::format("[{}, 0.001]", x) : fmt::format("[{0}, {0}, 0.001]", x);
  }
  std::string supports() const {
    if (whole) return "[]";
    if (dim == 2) return R"([{"body": "block", "group": "left", "fix": ["x"]}])";
    return R"([{"body": "block", "group": "left", "fix": ["x"]},
               {"body": "block", "group": "front", "fix": ["y"]}])";
  }
  std::string text(const Method& method) const {
    return fmt::format(
        R"({{"dimension": {}, "bodies": [{{"name": "block", "density": 1000, "velocity": {},
          "translate": {}, "mesh": {},
          "material": {{"type": "neo_hookean", "young": 1e5, "poisson": 0.4}}}}],
        "supports": {},
        "loads": [{{"type": "gravity", "acceleration": {}}}],
        "integrator": {},
        "contact": {{"broad_phase": {{"type": "grid"}},
          "constraint": {{"type": "floor", "normal": {}}}, "solver": {},
          "laws": [{{"between": ["*", "*"], {}}}]}},
        "time": {{"end": 0.02, "step": 2e-4}}}})",
        dim, dim == 2 ? "[0, -1]" : "[0, 0, -1]", place(), mesh(), supports(),
        dim == 2 ? "[0, -9.81]" : "[0, 0, -9.81]", method.integrator,
        dim == 2 ? "[0, 1]" : "[0, 0, 1]", solver_text(method.solver, 1e-12), law_text(method.law));
  }
};

/// m, the largest distance between the nodes of a half model and those of the whole one at the same place.
Real largest_apart(const Simulation& whole, const Simulation& half) {
  const int dim = whole.model.dim();
  const auto at_start = [](const Simulation& s, Index n, int d) {
    return s.model.reference()[static_cast<std::size_t>(n * s.model.dim() + d)] +
           s.model.centre()[static_cast<std::size_t>(d)];
  };
  const auto count = [](const Simulation& s) { return s.model.bodies()[0].nodes.end; };
  Real largest = 0;
  for (Index n = 0; n < count(half); ++n) {
    Index mate = kNone;
    for (Index m = 0; m < count(whole) && mate == kNone; ++m) {
      Real apart = 0;
      for (int d = 0; d < dim; ++d)
        apart = std::max(apart, std::abs(at_start(half, n, d) - at_start(whole, m, d)));
      if (apart < 1e-9) mate = m;
    }
    REQUIRE(mate != kNone);
    for (int d = 0; d < dim; ++d)
      largest = std::max(largest, std::abs(half.position(0, n, d) - whole.position(0, mate, d)));
  }
  return largest;
}

void check_half(int dim, const Method& method) {
  CAPTURE(dim, method.solver, method.law, method.integrator);
  Simulation whole(Symmetric{dim, true}.text(method)), half(Symmetric{dim, false}.text(method));
  Index slips = 0;
  whole.run([&](Simulation& now) { slips += now.stepper.facts().contact.reactions.slipping; });
  half.run();
  CHECK(slips > 0);
  CHECK(largest_apart(whole, half) < 1e-9);
  CHECK(half.position(0, 0, 0) == 0);
}

}  // namespace

TEST_CASE("half models in the plane move as whole ones, with every solver and every implicit law",
          "[friction][held]") {
  const std::string solver =
      GENERATE("gauss_seidel", "interior_point", "projected_newton", "hybrid");
  const std::string law = GENERATE("nonsmooth_force", "nonsmooth_velocity", "projected_gradient",
                                   "de_saxce_feng", "tresca");
  check_half(2, {solver, law});
}

TEST_CASE("half models with a viscous film move as whole ones", "[friction][held]") {
  const int dim = GENERATE(2, 3);
  check_half(dim, {GENERATE("gauss_seidel", "interior_point"), "viscous"});
}

TEST_CASE("quarter models in space move as whole ones, also nodes that two supports hold",
          "[friction][held]") {
  const std::string solver =
      GENERATE("gauss_seidel", "interior_point", "projected_newton", "hybrid");
  check_half(3, {solver, "nonsmooth_force"});
}

TEST_CASE("quarter models in space move as whole ones with every implicit law",
          "[friction][held]") {
  check_half(3, {"gauss_seidel",
                 GENERATE("nonsmooth_velocity", "projected_gradient", "de_saxce_feng", "tresca")});
}

TEST_CASE("half models move as whole ones where elasticity is implicit", "[friction][held]") {
  const std::string solver =
      GENERATE("gauss_seidel", "interior_point", "projected_newton", "hybrid");
  check_half(2, {solver, "nonsmooth_force", R"({"type": "moreau_jean", "theta": 0.5})"});
}

namespace {

/// A block of 0.2 m x 0.1 m at the origin with a support, and something to touch.
struct Held {
  std::string support = "", obstacle = "", constraint = R"({"type": "node_to_facet"})";
  std::string solver = "gauss_seidel", law = R"("type": "nonsmooth_force", "friction": 0.3)";
  std::string integrator = R"({"type": "moreau_jean"})";
  Vec<2> gravity{0, -9.81};
  Real end = 0.05;

  std::string text() const {
    return fmt::format(
        R"({{"bodies": [{{"name": "block", "density": 1000,
          "mesh": {{"type": "rectangle", "size": [0.2, 0.1], "cells": [4, 2]}},
          "material": {{"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}}}{}],
        "supports": [{}],
        "loads": [{{"type": "gravity", "acceleration": [{:.17g}, {:.17g}]}},
                  {{"type": "damping", "rate": 200}}],
        "integrator": {},
        "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {}, "solver": {},
          "laws": [{{"between": ["*", "*"], {}}}]}},
        "time": {{"end": {:.17g}, "step": 5e-5}}}})",
        obstacle, support, gravity[0], gravity[1], integrator, constraint,
        solver_text(solver, 1e-10), law, end);
  }
};

std::string floor_along(const Vec<2>& normal, const Vec<2>& point = {0, 0}) {
  return fmt::format(
      R"({{"type": "floor", "normal": [{:.17g}, {:.17g}], "point": [{:.17g}, {:.17g}]}})",
      normal[0], normal[1], point[0], point[1]);
}

const std::string kMeshGround = R"(, {"name": "ground", "type": "obstacle", "translate": [-1, -0.1],
    "mesh": {"type": "rectangle", "size": [3, 0.1], "cells": [7, 1]}})";

/// m, of the deepest node of the block below a plane through a point.
Real depth_below(const Simulation& s, const Vec<2>& normal, const Vec<2>& point) {
  Real depth = 0;
  for (Index n = 0; n < s.model.bodies()[0].nodes.end; ++n)
    depth = std::max(depth, -normal.dot(Vec<2>(s.position(0, n, 0), s.position(0, n, 1)) - point));
  return depth;
}

}  // namespace

TEST_CASE("nodes that a support drags along feel mu times what presses them, against the motion",
          "[friction][held]") {
  const Real speed = GENERATE(0.5, -0.2, 1e-5);
  const std::string solver =
      GENERATE("gauss_seidel", "interior_point", "projected_newton", "hybrid");
  const std::string law =
      GENERATE("nonsmooth_force", "nonsmooth_velocity", "projected_gradient", "de_saxce_feng");
  const bool meshed = GENERATE(false, true);
  CAPTURE(speed, solver, law, meshed);
  Held scene{
      .support = fmt::format(R"({{"body": "block", "fix": ["x"], "velocity": [{}, 0]}})", speed),
      .solver = solver,
      .law = fmt::format(R"("type": "{}", "friction": 0.3)", law),
      .end = 0.01};
  meshed ? scene.obstacle = kMeshGround : scene.constraint = floor_along({0, 1});
  Simulation s(scene.text());
  Index pressed = 0;
  s.run([&](Simulation& now) {
    const core::ContactForces& forces = now.stepper.facts().contact.forces;
    const Real dt = now.stepper.facts().dt;
    if (forces.pairs.empty()) return;
    const auto& pair = forces.pairs.front();
    const Real normal = pair.impulse[1], friction = -std::copysign(0.3, speed) * normal;
    CHECK(pair.impulse[0] == Approx(friction).epsilon(1e-6).margin(1e-9));
    CHECK(forces.held_by[0] * dt == Approx(friction).epsilon(1e-6).margin(1e-9));
    CHECK(forces.held_work == Approx(friction * speed).epsilon(1e-6).margin(1e-12));
    pressed += normal > 0 ? 1 : 0;
  });
  CHECK(pressed > 50);
  CHECK(s.position(0, 0, 0) == Approx(speed * 0.01).margin(1e-14));
}

TEST_CASE("a block on rollers comes to rest on an oblique floor, which carries its weight",
          "[friction][held]") {
  const Real tilt = GENERATE(0.4, -0.7);
  const std::string solver =
      GENERATE("gauss_seidel", "interior_point", "projected_newton", "hybrid");
  const Vec<2> normal(std::sin(tilt), std::cos(tilt));
  const Vec<2> point(tilt > 0 ? 0 : 0.2, 0);  // the corner that touches
  CAPTURE(tilt, solver);
  Simulation s(Held{.support = R"({"body": "block", "fix": ["x"]})",
                    .constraint = floor_along(normal, point),
                    .solver = solver,
                    .law = R"("type": "nonsmooth_force", "friction": 0)",
                    .end = 0.3}
                   .text());
  Real across = 0;
  Vec<2> last(0, 0);
  s.run([&](Simulation& now) {
    for (const auto& pair : now.stepper.facts().contact.forces.pairs) {
      last = Vec<2>(pair.impulse[0], pair.impulse[1]) / now.stepper.facts().dt;
      across = std::max(across, std::abs(last[0] * normal[1] - last[1] * normal[0]));
    }
  });
  const Real weight = 1000 * 0.2 * 0.1 * 9.81;
  CHECK(last[1] == Approx(weight).epsilon(1e-3));
  CHECK(last[0] == Approx(weight * std::tan(tilt)).epsilon(1e-3));
  CHECK(across < 1e-6 * weight);
  CHECK(depth_below(s, normal, point) < 1e-5);
}

TEST_CASE("random blocks on rollers and driven ones touch floors and obstacles to the end",
          "[friction][held]") {
  std::mt19937 random(7);
  const auto one_of = [&](const std::vector<std::string>& list) {
    return list[std::uniform_int_distribution<std::size_t>(0, list.size() - 1)(random)];
  };
  const auto between = [&](Real a, Real b) {
    return std::uniform_real_distribution<Real>(a, b)(random);
  };
  for (int n = 0; n < 40; ++n) {
    Held scene;
    scene.solver = one_of({"gauss_seidel", "interior_point", "projected_newton", "hybrid"});
    scene.law = law_text(one_of({"nonsmooth_force", "nonsmooth_velocity", "projected_gradient",
                                 "de_saxce_feng", "tresca"}));
    scene.integrator =
        one_of({R"({"type": "moreau_jean"})", R"({"type": "moreau_jean", "theta": 0.5})",
                R"({"type": "moreau_jean", "theta": 1})"});
    scene.end = 0.02;
    const bool turned = between(0, 1) < 0.4;  // held along y, and pressed against a wall at x = 0
    const std::string side = turned ? one_of({"bottom", "top"}) : one_of({"left", "right"});
    const Real speed = between(0, 1) < 0.5 ? 0 : between(-0.3, 0.3);
    scene.support = fmt::format(
        R"({{"body": "block", "group": "{}", "fix": ["{}"], "velocity": [{:.17g}, {:.17g}]}})",
        side, turned ? "y" : "x", turned ? 0 : speed, turned ? speed : 0);
    if (turned) scene.gravity = {-9.81, 0};
    const Real tilt = between(0, 1) < 0.5 ? 0 : between(-0.4, 0.4);
    if (!turned && tilt == 0 && between(0, 1) < 0.5)
      scene.obstacle = kMeshGround;
    else if (turned)
      scene.constraint = floor_along({std::cos(tilt), std::sin(tilt)}, {0, tilt > 0 ? 0 : 0.1});
    else
      scene.constraint = floor_along({std::sin(tilt), std::cos(tilt)}, {tilt > 0 ? 0 : 0.2, 0});
    CAPTURE(n, scene.text());
    Simulation s(scene.text());
    Index pressed = 0;
    s.run([&](Simulation& now) { pressed += now.stepper.facts().contact.forces.contacts; });
    CHECK(pressed > 0);
  }
}

TEST_CASE("what supports hold along the normal is left out where nothing closes the gap",
          "[friction][held]") {
  // The lower side slides along the ground, on which a support keeps it.
  Simulation s(Held{.support = R"({"body": "block", "group": "bottom", "fix": ["y"]})",
                    .obstacle = kMeshGround,
                    .gravity = {1, -9.81},
                    .end = 0.02}
                   .text());
  s.step();
  CHECK(s.stepper.facts().contact.reactions.immovable >= 5);
  s.run();
  CHECK(s.stepper.facts().contact.forces.contacts == 0);
  CHECK(s.momentum(0, 0) > 0);
}

TEST_CASE("supports that close a contact which they hold along its normal are named",
          "[friction][held]") {
  Simulation s(Held{.support = R"({"body": "block", "group": "bottom", "fix": ["y"]},
      {"body": "ground", "velocity": [0, 0.1]})",
                    .obstacle = kMeshGround,
                    .end = 0.02}
                   .text());
  std::string said;
  try {
    s.run();
  } catch (const std::exception& e) {
    said = e.what();
  }
  CHECK_THAT(said, Catch::Contains("at 0.1 m/s") && Catch::Contains("of body \"block\"") &&
                       Catch::Contains("is held by /supports/0") &&
                       Catch::Contains("is held by /supports/1") && Catch::Contains("\"fix\""));
}

}  // namespace tactus::friction
