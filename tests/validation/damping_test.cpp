// Mass-proportional damping against its exact discrete formulas, its account of energy, and a static
// solution that a damped run comes to rest at (docs/loads.md).
#include <fmt/format.h>

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <tactus/rotation.hpp>

#include "tests/property/random_numbers.hpp"
#include "tests/support/energy_scenes.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

/// A scene of energy_scenes.hpp with another integrator and a load more.
std::string with(std::string scene, const std::string& load, const std::string& integrator) {
  const auto type = scene.find(R"({"type": "newmark")");
  REQUIRE(type != scene.npos);
  scene.replace(type, scene.find('}', type) - type, R"({"type": ")" + integrator + '"');
  const auto loads = scene.find(R"("loads": [)");
  if (loads == scene.npos)
    scene.replace(0, 1, R"({"loads": [)" + load + "], ");
  else
    scene.insert(loads + 10, load + ", ");
  return scene;
}

}  // namespace

TEST_CASE("what moves freely slows down as exp(-c t), in every step and with every integrator",
          "[validation][damping]") {
  const std::string integrator = GENERATE("newmark", "moreau_jean");
  Simulation s(fmt::format(R"({{"bodies": [
    {{"name": "block", "type": "rigid", "density": 500, "velocity": {{"constant": [1, 2], "spin": 3}},
      "mesh": {{"type": "rectangle", "size": [2, 1], "cells": [2, 1]}}}},
    {{"name": "square", "density": 1000, "translate": [5, 0], "velocity": [-3, 0],
      "mesh": {{"type": "rectangle", "size": [1, 1], "cells": [2, 2]}},
      "material": {{"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}}},
    {{"name": "free", "type": "particles", "points": [[0, 9]]}}],
    "loads": [{{"type": "damping", "rate": 20}}, {{"type": "damping", "body": "block", "rate": 10}}],
    "integrator": {{"type": "{}"}}, "time": {{"end": 0.1}}}})",
                           integrator));
  const core::Account& account = s.balance.account();
  const Real start = account.energy();
  s.run([&](Simulation& now) {
    const Real t = now.time(), fast = std::exp(-30 * t), slow = std::exp(-20 * t);
    const auto& v = now.stepper.state().v;
    const auto block = static_cast<std::size_t>(now.model.layout().bodies[0].dofs.begin);
    CHECK(v[block] == Approx(fast).epsilon(1e-12));
    CHECK(v[block + 2] == Approx(3 * fast).epsilon(1e-12));
    CHECK(now.momentum(1, 0) == Approx(-3 * 1000 * slow).epsilon(1e-12));
  });
  CHECK(account.energy() - start == Approx(account.sum().outside).epsilon(1e-9));
  CHECK(std::abs(account.sum().integration) < 1e-9 * account.scale());
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
  CHECK_FALSE(s.balance.free());
}

TEST_CASE("a damped oscillator follows the recurrence of its scheme", "[validation][damping]") {
  // One free degree of freedom: u_{n+1} = exp(-c dt) u_n - w^2 dt^2 x_{n+1}, u the increments.
  const Real c = 40;
  Simulation s(with(R"({"bodies": [{"name": "cell", "density": 1000, "velocity": [1, 0],
    "mesh": {"type": "rectangle", "size": [1, 1], "cells": [1, 1], "triangles": 2},
    "material": {"type": "linear_elastic", "young": 1e7, "poisson": 0.3}}],
    "supports": [{"body": "cell", "group": "left"}, {"body": "cell", "group": "top"},
                 {"body": "cell", "group": "right", "fix": ["y"]}],
    "integrator": {"type": "newmark"}, "time": {"end": 1, "step": 1e-3}})",
                    R"({"type": "damping", "rate": 40})", "newmark"));
  const std::size_t x = 2;  // lower right node
  const Real dt = 1e-3, decay = std::exp(-c * dt);
  const auto moved = [&] { return s.stepper.state().q[x] - s.model.reference()[x]; };
  std::vector<Real> path{moved()};
  Real square = 0;
  for (int n = 0; n < 200; ++n) {
    s.step();
    path.push_back(moved());
    if (n == 5) square = -s.stepper.state().a[x] / path.back();
  }
  REQUIRE(square > 0);
  Real largest = 0;
  for (const Real p : path) largest = std::max(largest, std::abs(p));
  const Real trace = 1 + decay - square * dt * dt;
  for (std::size_t n = 1; n + 1 < path.size(); ++n)
    CHECK(std::abs(path[n + 1] - trace * path[n] + decay * path[n - 1]) < 1e-11 * largest);
}

TEST_CASE("a damped run is sound by the account, which closes, and damping is from outside",
          "[validation][damping]") {
  const std::string integrator = GENERATE("newmark", "moreau_jean");
  const std::string damping = R"({"type": "damping", "rate": 300})";
  const auto [name, text] = GENERATE_COPY(table<std::string, std::string>(
      {{"vibration", with(vibrating_square(0.02), damping, integrator)},
       {"loads", with(loaded_square("newmark"), damping, integrator)},
       {"supports", with(stretched_bar(), damping, integrator)}}));
  INFO(name << ", " << integrator);
  Simulation s(text);
  const core::Account& account = s.balance.account();
  Real before = account.energy();
  s.run([&](Simulation&) {
    CHECK(std::abs(account.energy() - before - account.step().sum()) <= 1e-12 * account.scale());
    before = account.energy();
  });
  // In the first steps from rest moreau_jean takes the work of a support that starts for a gain.
  if (name != "supports" || integrator == "newmark")
    CHECK(account.gains().integration_share < 1e-2);
  CHECK(account.gains().step_change_share < 1e-2);
  CHECK(account.gains().contact_share == 0);
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
  if (name == "vibration") {
    CHECK(account.sum().outside < -0.9 * account.scale());
    CHECK(account.energy() < 0.05 * account.scale());
  }
}

TEST_CASE("a damped ring under pressure comes to rest at Lame's solution",
          "[validation][damping]") {
  Simulation s(R"({"bodies": [{"name": "ring", "density": 1000,
    "mesh": {"type": "ring", "inner": 1, "outer": 2, "cells": [48, 8]},
    "material": {"type": "linear_elastic", "young": 1e6, "poisson": 0.3}}],
    "loads": [{"type": "pressure", "body": "ring", "group": "inner", "pressure": 100,
               "factor": {"type": "ramp", "end": 0.1, "smooth": true}},
              {"type": "damping", "rate": 30}],
    "integrator": {"type": "newmark", "safety": 0.9}, "time": {"end": 0.8}})");
  s.run();
  const Real nu = 0.3, E = 1e6, p = 100;
  const Real exact = (1 + nu) / E * p / 3 * ((1 - 2 * nu) + 4);  // at the inner radius 1
  CHECK(s.position(0, 0, 0) - 1 == Approx(exact).epsilon(1e-2));
  CHECK(s.balance.now().kinetic < 1e-6 * s.balance.now().strain);
}

TEST_CASE("a damped run with contact is the same to the bit with any number of threads",
          "[validation][damping]") {
  const std::string text =
      with(pressed_disk("stop"), R"({"type": "damping", "rate": 100})", "newmark");
  Simulation one(text), three(text, 3);
  one.run();
  three.run();
  CHECK(one.stepper.state().q == three.stepper.state().q);
  CHECK(one.balance.account().sum().outside == three.balance.account().sum().outside);
  CHECK(one.balance.account().gains().contact_share <= 1e-3);
}

namespace {

std::string vector(property::RandomNumbers& random, Real least, Real most) {
  Real x[3];
  for (Real& component : x) component = random.uniform(least, most);
  return fmt::format("[{}, {}, {}]", x[0], x[1], x[2]);
}

/// Bodies of random proportions, places and spins; the last one turns about an axis of its own.
std::string spinning_bodies(property::RandomNumbers& random, const std::string& loads,
                            const std::string& integrator) {
  const std::string size = vector(random, 0.1, 0.3);
  const std::array shapes{
      R"("mesh": {"type": "box", "size": )" + size + R"(, "cells": [1, 1, 1]})",
      std::string(R"("radius": 0.1)"),
      fmt::format(R"("mesh": {{"type": "tube", "inner": 0.04, "outer": 0.05, "height": {},
                               "cells": [8, 1, 1]}})",
                  random.uniform(0.01, 0.2)),
      std::string(R"("mesh": {"type": "box", "size": [0.2, 0.2, 0.2], "cells": [1, 1, 1]})")};
  std::string bodies;
  for (std::size_t b = 0; b < shapes.size(); ++b) {
    const std::string spin = b == 3 ? "[0, 0, 5]" : vector(random, -9, 9);
    const std::string turn = b == 3 ? "[0, 0, 1]" : vector(random, -3, 3);
    const std::string velocity = vector(random, -2, 2);
    bodies +=
        fmt::format(R"({}{{"name": "b{}", "type": "rigid", "density": 1000, {},
        "translate": [{}, 0, 0], "rotate": {}, "velocity": {{"spin": {}, "constant": {}}}}})",
                    b > 0 ? ", " : "", b, shapes[b], static_cast<Real>(b), turn, spin, velocity);
  }
  return fmt::format(R"({{"dimension": 3, "bodies": [{}], "loads": [{}],
      "integrator": {{"type": "{}"}}, "time": {{"end": 0.5, "step": 0.002}}}})",
                     bodies, loads, integrator);
}

/// kg m^2/s in space, and J of all its motion.
struct Turning {
  Vector3 momentum = Vector3::Zero();
  Real kinetic = 0;
};

Turning turning_of(const Simulation& s, std::size_t body) {
  const Body& b = s.model.layout().bodies[body];
  const auto q = static_cast<std::size_t>(b.coordinates.begin),
             v = static_cast<std::size_t>(b.dofs.begin);
  const core::State& state = s.stepper.state();
  Turning sum;
  Vector3 own;
  for (std::size_t k = 0; k < 6; ++k) {
    const Real p = s.model.mass()[v + k] * state.v[v + k];
    sum.kinetic += p * state.v[v + k] / 2;
    if (k >= 3) own[static_cast<Index>(k) - 3] = p;
  }
  sum.momentum = rotation_of_quaternion(state.q.data() + q + 3) * own;
  return sum;
}

}  // namespace

TEST_CASE("the momenta of rigid bodies in space fall as exp(-c t), about any axis and at any rate",
          "[validation][damping]") {
  const std::string integrator = GENERATE("newmark", "moreau_jean");
  const unsigned seed = GENERATE(1u, 2u, 3u, 4u, 5u);
  property::RandomNumbers random(seed);
  std::array<Real, 4> rate;
  rate.fill(random.uniform(0.5, 30));
  rate[1] += 7;
  Simulation s(spinning_bodies(random,
                               fmt::format(R"({{"type": "damping", "rate": {}}},
                                                      {{"type": "damping", "body": "b1", "rate": 7}})",
                                           rate[0]),
                               integrator));
  CAPTURE(integrator, seed, rate[0]);
  std::array<Turning, 4> start, before;
  std::array<Vector3, 4> path;
  for (std::size_t b = 0; b < 4; ++b) {
    start[b] = before[b] = turning_of(s, b);
    for (int d = 0; d < 3; ++d) path[b][d] = s.momentum(b, d);
  }
  const core::Account& account = s.balance.account();
  Real energy = account.energy();
  s.run([&](Simulation& now) {
    for (std::size_t b = 0; b < 4; ++b) {
      const Real left = std::exp(-rate[b] * now.time());
      const Turning turning = turning_of(now, b);
      Vector3 moving;
      for (int d = 0; d < 3; ++d) moving[d] = now.momentum(b, d);
      // Speeds are differences of coordinates, and their rounding does not fall with what is left.
      CHECK((turning.momentum - left * start[b].momentum).norm() <=
            1e-11 * start[b].momentum.norm());
      CHECK((moving - left * path[b]).norm() <= 1e-11 * path[b].norm());
      CHECK(turning.kinetic < before[b].kinetic);
      before[b] = turning;
    }
    CHECK(std::abs(account.energy() - energy - account.step().sum()) <= 1e-12 * account.scale());
    energy = account.energy();
  });
  CHECK(account.energy() - account.initial() ==
        Approx(account.sum().outside).margin(1e-3 * account.scale()));
  CHECK(account.gains().integration_share < 1e-3);
}

TEST_CASE("a damped body in space may turn by more than a circle in a step",
          "[validation][damping]") {
  Simulation s(R"({"dimension": 3, "bodies": [{"name": "ball", "type": "rigid", "density": 1000,
      "radius": 0.1, "velocity": {"spin": [300, 400, 1200]}}],
    "loads": [{"type": "damping", "rate": 2}],
    "integrator": {"type": "newmark"}, "time": {"end": 1, "step": 0.01}})");
  const Turning start = turning_of(s, 0);
  s.run([&](Simulation& now) {
    const Real left = std::exp(-2 * now.time());
    CHECK((turning_of(now, 0).momentum - left * start.momentum).norm() <=
          1e-11 * start.momentum.norm());
  });
  CHECK(s.balance.damped());
  CHECK(s.balance.angular_drift() <= 1e-11 * s.balance.angular_scale());
}
