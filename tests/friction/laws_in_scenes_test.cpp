// The laws that ship, in whole runs: implicit ones agree, springs follow Hertz and the linear impact; and
// what the kernel does for all of them: what touches is in contact, nothing passes unseen.
#include <catch2/catch.hpp>
#include <numbers>

#include "scene.hpp"

using namespace tactus;
using namespace tactus::friction;
using tactus::testing::Simulation;

namespace {

constexpr Real kG = 9.81;
const std::string kImplicit[] = {"nonsmooth_force", "nonsmooth_velocity", "projected_gradient",
                                 "de_saxce_feng"};

std::string ball(const char* name, Real radius, Real mass, Real x, Real y, Real vx, Real vy = 0) {
  return fmt::format(R"({{"name": "{}", "type": "rigid", "radius": {:.17g}, "mass": {:.17g},
      "translate": [{:.17g}, {:.17g}], "velocity": [{:.17g}, {:.17g}]}})",
                     name, radius, mass, x, y, vx, vy);
}

/// Two balls that meet with springs between them, or one and what does not move.
struct Impact {
  Real force = 0, time = 0, restitution = 0;
};

/// @param law  options of spring_dashpot
/// @param v    m/s, of each of two; the other one is as heavy
Impact impact_of(Real radius, Real mass, Real v, const std::string& law, Real step, Real end) {
  const std::string text = fmt::format(
      R"({{"bodies": [{}, {}],
    "integrator": {{"type": "moreau_jean"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_to_facet"}},
      "solver": {{"type": "direct"}},
      "laws": [{{"between": ["*", "*"], "type": "spring_dashpot", {}}}]}},
    "time": {{"end": {:.17g}, "step": {:.17g}}}}})",
      ball("a", radius, mass, -radius, 0, v), ball("b", radius, mass, radius, 0, -v), law, end,
      step);
  Simulation s(text);
  Impact impact;
  s.run([&](Simulation& now) {
    for (const auto& pair : now.stepper.facts().contact.forces.pairs)
      if (pair.impulse[0] != 0) {
        impact.force = std::max(impact.force, std::abs(pair.impulse[0]) / now.stepper.facts().dt);
        impact.time += now.stepper.facts().dt;
      }
  });
  impact.restitution = speed(s, 1, 0) / v;
  return impact;
}

}  // namespace

TEST_CASE(
    "FRC-3 to FRC-5 every implicit law moves a block down an incline, to a stop, and a ball "
    "from bounce to bounce",
    "[friction][laws][FRC-3][FRC-4][FRC-5]") {
  const std::string block = RigidBlock{}.text(), sliding = RigidBlock{.speed = 2}.text();
  const auto [body, options] =
      GENERATE_COPY(std::pair(sliding, SceneOptions{.friction = 0.3, .end = 0.8}),
                    std::pair(block, SceneOptions{.friction = 0.2, .angle = 0.5, .end = 0.5}),
                    std::pair(block, SceneOptions{.friction = 0.7, .angle = 0.5, .end = 0.5}),
                    std::pair(ball("ball", 0.1, 30, 0, 0.4, 1),
                              SceneOptions{.friction = 0.3, .restitution = 0.8, .end = 1.5}));
  std::vector<Real> expected;
  for (const std::string& law : kImplicit) {
    SceneOptions o = options;
    o.law = law, o.tolerance = 1e-12;
    Simulation s = scene(body + "," + kGround, o);
    s.run();
    const std::vector<Real> q{place(s, 0, 0), place(s, 0, 1), place(s, 0, 2)};
    if (expected.empty()) expected = q;
    CAPTURE(law);
    for (std::size_t d = 0; d < 3; ++d) CHECK(q[d] == Approx(expected[d]).margin(1e-8));
  }
}

TEST_CASE("FRC-3 with stiffness springs let a block slide as the implicit laws do",
          "[friction][laws][FRC-3]") {
  const Real angle = 0.5, mu = 0.2, end = 0.5;
  const auto slid = [&](const std::string& law, const std::string& solver, Real step) {
    Simulation s(fmt::format(
        R"({{"bodies": [{}, {}],
    "loads": [{{"type": "gravity", "acceleration": [{:.17g}, {:.17g}]}}],
    "integrator": {{"type": "moreau_jean"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_to_facet"}},
      "solver": {{"type": "{}"}}, "laws": [{{"between": ["*", "*"], "friction": {}, {}}}]}},
    "time": {{"end": {}, "step": {}}}}})",
        RigidBlock{}.text(), kGround, kG * std::sin(angle), -kG * std::cos(angle), solver, mu, law,
        end, step));
    const Real start = place(s, 0, 0);
    s.run();
    return place(s, 0, 0) - start;
  };
  const Real expected = slid(R"("type": "nonsmooth_force")", "gauss_seidel", 1e-3);
  CHECK(expected == Approx(kG * (std::sin(angle) - mu * std::cos(angle)) * end * end / 2));
  Real before = kUnlimited;
  for (const Real k : {1e5, 1e6, 1e7}) {
    const std::string spring = fmt::format(
        R"("type": "spring_dashpot", "spring": {}, "dashpot": {:.17g})", k, std::sqrt(k * 500));
    const Real error = std::abs(slid(spring, "direct", 1e-4) - expected);
    CAPTURE(k, error);
    CHECK(error < 0.5 * before);
    before = error;
  }
  CHECK(before < 1e-3 * expected);
}

TEST_CASE(
    "FRC-4 and FRC-5 with stiffness springs stop a block and let a ball bounce as implicit "
    "laws do",
    "[friction][laws][FRC-4][FRC-5]") {
  const auto run = [](const std::string& body, const std::string& law, Real step, auto&& look) {
    Simulation s(fmt::format(
        R"({{"bodies": [{}, {}], "loads": [{{"type": "gravity", "acceleration": [0, {}]}}],
    "integrator": {{"type": "moreau_jean"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_to_facet"}},
      "solver": {{"type": "direct"}},
      "laws": [{{"between": ["*", "*"], "type": "spring_dashpot", {}}}]}},
    "time": {{"end": 0.8, "step": {}}}}})",
        body, kGround, -kG, law, step));
    const std::pair start(place(s, 0, 0), place(s, 0, 1));
    s.run([&](Simulation& now) {
      look(place(now, 0, 0) - start.first, place(now, 0, 1) - start.second);
    });
  };
  Real way_before = kUnlimited, height_before = kUnlimited;
  for (const Real k : {1e5, 1e6, 1e7}) {
    Real way = 0, bounce = -1, lowest = 0;
    run(RigidBlock{.speed = 2}.text(),
        fmt::format(R"("friction": 0.3, "spring": {}, "dashpot": {:.17g})", k, std::sqrt(k * 500)),
        1e-4, [&](Real x, Real) { way = x; });
    // zeta = 0.074355 gives e = 0.8; from 0.2 m the ball is down again after 0.53 s.
    run(ball("ball", 0.1, 30, 0, 0.3, 0),
        fmt::format(R"("friction": 0, "spring": {}, "dashpot": {:.17g})", k,
                    2 * 0.074355 * std::sqrt(k * 30)),
        2e-5, [&](Real, Real y) {
          lowest = std::min(lowest, y);
          if (lowest < -0.2) bounce = std::max(bounce, y);
        });
    const Real way_error = std::abs(way - 4 / (2 * 0.3 * kG)),
               height_error = std::abs(bounce + 0.2 - 0.64 * 0.2);
    CAPTURE(k, way, bounce);
    CHECK(way_error < 0.5 * way_before);
    CHECK(height_error < 0.7 * height_before);
    way_before = way_error, height_before = height_error;
  }
  CHECK(way_before < 1e-3);
  CHECK(height_before < 1e-3);
}

TEST_CASE("FRC-6 without friction no law holds anything along a face", "[friction][FRC-6]") {
  for (const std::string& law : kImplicit) {
    Simulation s = scene(RigidBlock{.speed = 1}.text() + "," + kGround,
                         {.angle = 0.3, .end = 0.05, .law = law});
    s.run([&](Simulation& now) { CHECK(now.stepper.facts().outside.support_impulse[0] == 0); });
    CAPTURE(law);
    CHECK(speed(s, 0, 0) == Approx(1 + kG * std::sin(0.3) * s.time()).epsilon(1e-12));
  }
}

TEST_CASE("HIT-1 and HIT-2 spheres on springs of Hertz meet as long and as hard as they should",
          "[friction][HIT-1][HIT-2]") {
  struct Case {
    Real young, poisson, density, force, time;
  };
  const Case c = GENERATE(Case{4.8e10, 0.2, 2800, 10696.89, 40.339e-6},
                          Case{2e10, 0.25, 2500, 7108.24, 54.201e-6});
  const Real r = 0.01, mass = c.density * 4 / 3 * std::numbers::pi * r * r * r;
  const Real k = 4. / 3 * c.young / (2 * (1 - c.poisson * c.poisson)) * std::sqrt(r / 2);  // E*, R*
  const Impact hit =
      impact_of(r, mass, 10, fmt::format(R"("spring": {:.17g}, "power": 1.5, "depth": 1e-3)", k),
                c.time / 1000, 1.2 * c.time);
  CHECK(hit.force == Approx(c.force).epsilon(1e-3));
  CHECK(hit.time == Approx(c.time).epsilon(5e-3));
  CHECK(hit.restitution == Approx(1).epsilon(1e-3));
}

TEST_CASE(
    "HIT-3 and HIT-4 a ball on a spring of Hertz meets a rigid plane as long and as hard as it "
    "should",
    "[friction][HIT-3][HIT-4]") {
  struct Case {
    Real young, poisson, density, force, time;
  };
  const Case c = GENERATE(Case{7e10, 0.3, 2699, 11369.86, 731.657e-6},
                          Case{4e10, 0.35, 1800, 7232.68, 767.066e-6});
  const Real r = 0.1, v = 0.2, mass = c.density * 4 / 3 * std::numbers::pi * r * r * r;
  const Real k = 4. / 3 * c.young / (1 - c.poisson * c.poisson) * std::sqrt(r);  // one is rigid
  Simulation s(fmt::format(
      R"({{"bodies": [{}, {}], "integrator": {{"type": "moreau_jean"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_to_facet"}},
      "solver": {{"type": "direct"}},
      "laws": [{{"between": ["*", "*"], "type": "spring_dashpot", "spring": {:.17g},
                 "power": 1.5, "depth": 1e-3}}]}},
    "time": {{"end": {:.17g}, "step": {:.17g}}}}})",
      ball("ball", r, mass, 0, r, 0, -v), kGround, k, 1.2 * c.time, c.time / 1000));
  Real force = 0, time = 0;
  s.run([&](Simulation& now) {
    const Real impulse = now.stepper.facts().outside.support_impulse[1];
    force = std::max(force, std::abs(impulse) / now.stepper.facts().dt);
    time += impulse != 0 ? now.stepper.facts().dt : 0;
  });
  CHECK(force == Approx(c.force).epsilon(1e-3));
  CHECK(time == Approx(c.time).epsilon(5e-3));
  CHECK(speed(s, 0, 1) == Approx(v).epsilon(1e-3));
}

TEST_CASE("an impact on a spring of Hertz lasts v^(-1/5) and presses v^(6/5)",
          "[friction][case 9]") {
  const Real mass = 2, k = 1e8, half = mass / 2;
  for (const Real v : {0.1, 1., 10.}) {
    const Real closing = 2 * v, depth = std::pow(5 * half * closing * closing / (4 * k), 0.4),
               time = 2.9433 * depth / closing;
    const Impact hit = impact_of(
        0.1, mass, v, fmt::format(R"("spring": {}, "power": 1.5, "depth": {:.17g})", k, 2 * depth),
        time / 50, 1.5 * time);
    CAPTURE(v);
    CHECK(hit.force == Approx(k * std::pow(depth, 1.5)).epsilon(0.01));
    CHECK(hit.time == Approx(time).margin(2 * time / 50));
    CHECK(hit.restitution * hit.restitution == Approx(1).epsilon(0.01));
  }
}

namespace {

/// A ball that hangs on a ceiling by a bond, under gravity. @param law  numbers of its spring_dashpot
std::string hanging_ball(Real mass, const std::string& law, Real end) {
  return fmt::format(
      R"({{"bodies": [{}, {{"name": "ceiling", "type": "obstacle", "translate": [-5, 0],
      "mesh": {{"type": "rectangle", "size": [10, 1], "cells": [1, 1]}}}}],
    "loads": [{{"type": "gravity", "acceleration": [0, {}]}}],
    "integrator": {{"type": "moreau_jean"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_to_facet"}},
      "solver": {{"type": "direct"}},
      "laws": [{{"between": ["*", "*"], "type": "spring_dashpot", "friction": 0.5, {}}}]}},
    "time": {{"end": {}, "step": 1e-4}}}})",
      ball("ball", 0.1, mass, 0, -0.1, 0), -kG, law, end);
}

}  // namespace

TEST_CASE("a ball that hangs on a bond falls if the bond is weaker than twice its weight",
          "[friction][case 8]") {
  const Real mass = 5, weight = mass * kG, share = GENERATE(1.98, 2.02);
  Simulation s(
      hanging_ball(mass, fmt::format(R"("spring": 1e5, "cohesion": {:.17g})", share * weight), 1));
  const Real start = place(s, 0, 1);
  Real pull = 0;
  s.run([&](Simulation& now) {
    pull = std::max(pull, -now.stepper.facts().outside.support_impulse[1] / now.stepper.facts().dt);
    pull = std::max(pull, now.stepper.facts().outside.support_impulse[1] / now.stepper.facts().dt);
  });
  const Real sunk = start - place(s, 0, 1);
  if (share > 2) {
    CHECK(sunk < 2.1 * weight / 1e5);
    CHECK(pull == Approx(2 * weight).epsilon(0.01));
  } else {
    CHECK(sunk > 4);  // g t^2/2
    CHECK(pull <= share * weight * (1 + 1e-9));
  }
}

TEST_CASE("a ball that sinks slowly into a bond falls if the bond is weaker than its weight",
          "[friction][case 8]") {
  // A dashpot of eleven times the critical damping: its share of the pull is at most 1/(4 11^2) of it.
  const Real mass = 5, weight = mass * kG, share = GENERATE(0.99, 1.01);
  Simulation s(hanging_ball(mass,
                            fmt::format(R"("spring": 1e4, "dashpot": {:.17g}, "cohesion": {:.17g})",
                                        22 * std::sqrt(1e4 * mass), share * weight),
                            5));
  const Real start = place(s, 0, 1);
  s.run();
  const Real sunk = start - place(s, 0, 1);
  if (share > 1)
    CHECK(sunk == Approx(weight / 1e4).epsilon(1e-3));
  else
    CHECK(sunk > 1);
}

TEST_CASE("a dashpot gives the restitution at which the force ends", "[friction][case 10]") {
  const auto [zeta, e] = GENERATE(std::pair(0.05, 0.85876), std::pair(0.2, 0.57174),
                                  std::pair(0.5, 0.29844), std::pair(0.7, 0.21028));
  const Real mass = 2, k = 1e4, half = mass / 2, w = std::sqrt(k / half);
  const Impact hit = impact_of(
      0.1, mass, 1,
      fmt::format(R"("spring": {}, "dashpot": {:.17g})", k, 2 * zeta * std::sqrt(k * half)),
      std::numbers::pi / w / 100, 1.5 * std::numbers::pi / w);
  CHECK(hit.restitution == Approx(e).margin(0.005));
}

TEST_CASE("what touches up to a hundred-millionth of a facet is in contact at once", "[friction]") {
  const Real above = GENERATE(0., 1e-9, 1e-7);
  Simulation s = scene(RigidBlock{.bottom = above}.text() + "," + kGround, {},
                       [](core::Configuration& c) { c.contact.gap_ahead = false; });
  s.step();
  CHECK(s.stepper.facts().contact.forces.contacts == (above < 1e-8 ? 2 : 0));
}

TEST_CASE("a ball that moves many times its size in a step does not pass through a floor",
          "[friction]") {
  Simulation s = scene(ball("ball", 0.1, 1, 0, 2, 0, -300) + "," + kGround,
                       {.gravity = 0, .step = 1e-2, .end = 0.05});
  Index substeps = 0;
  s.run([&](Simulation& now) { substeps += now.stepper.facts().substeps; });
  CHECK(substeps > 0);
  CHECK(std::abs(speed(s, 0, 1)) < 1e-9);
  CHECK(place(s, 0, 1) + s.model.centre()[1] > 0);
}

TEST_CASE("springs that several contacts press store what their depths say", "[friction][laws]") {
  // Two springs carry a block. At rest it has sunk by d = m g / (2 k), and their energy is k d^2.
  constexpr Real k = 1e7;
  Simulation s(fmt::format(
      R"({{"bodies": [{}, {}], "loads": [{{"type": "gravity", "acceleration": [0, {}]}}],
    "integrator": {{"type": "moreau_jean"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_to_facet"}},
      "solver": {{"type": "direct"}},
      "laws": [{{"between": ["*", "*"], "type": "spring_dashpot", "spring": {}, "dashpot": 3e4}}]}},
    "time": {{"end": 1, "step": 2e-4}}}})",
      RigidBlock{}.text(), kGround, -kG, k));
  const Real start = place(s, 0, 1);
  s.run();
  const Real depth = start - place(s, 0, 1);
  CHECK(depth == Approx(500 * kG / (2 * k)).epsilon(1e-6));
  CHECK(s.stepper.facts().contact.stored_energy == Approx(k * depth * depth).epsilon(1e-6));
}
