// Moreau and Jean's scheme with implicit elasticity: a bar on a wall (THE-1), what it conserves, its order,
// checkpoints and threads, and what is refused.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "core/record/summary.hpp"
#include "core/record/tally.hpp"
#include "tests/implicit/bar_on_wall.hpp"
#include "tests/implicit/scenes.hpp"
#include "tests/support/copy_state.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

std::string scheme(Real theta, const std::string& mass = "auto") {
  return fmt::format(R"({{"type": "moreau_jean", "theta": {}, "mass": "{}"}})", theta, mass);
}

/// BAR-1 at a tenth of its speed, with which the longest steps do not pass by the wall's surface unseen: 1 m/s,
/// 0.5 m before a wall. Contact lasts from 0.5 s to 7/6 s, with 30 N and 20 N s.
BarOnWall slow_bar(Real theta, Real of_cell = 1, bool ahead = false,
                   const std::string& solver = "gauss_seidel") {
  return {.integrator = scheme(theta),
          .contact = fmt::format(
              R"("constraint": {{"type": "node_to_facet"}},
        "solver": {{"type": "{}", "tolerance": 1e-11}}, "substepping": false,
        "gap_ahead": {}, "laws": [{{"between": ["*", "*"], "type": "nonsmooth_force", "friction": 0}}])",
              solver, ahead),
          .of_cell = of_cell};
}

/// A block that vibrates as it slides on the ground with friction.
std::string sliding(Real theta, const std::string& material = "neo_hookean") {
  return fmt::format(R"({{"dimension": 2, "bodies": [
        {{"name": "block", "density": 1000, "velocity": [1, -1], "translate": [0, 0.001],
          "mesh": {{"type": "rectangle", "size": [1, 0.5], "cells": [6, 3]}},
          "material": {{"type": "{}", "young": 1e6, "poisson": 0.3}}}},
        {{"name": "low", "density": 1000, "translate": [-0.37, -0.5],
          "mesh": {{"type": "rectangle", "size": [2, 0.5], "cells": [9, 3]}},
          "material": {{"type": "{}", "young": 1e6, "poisson": 0.3}}}}],
      "integrator": {},
      "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_to_facet"}},
        "solver": {{"type": "gauss_seidel", "tolerance": 1e-11}},
        "laws": [{{"between": ["*", "*"], "type": "nonsmooth_force", "friction": 0.4}}]}},
      "time": {{"end": 0.08, "step": 1e-3}}}})",
                     material, material, scheme(theta));
}

/// An elastic block on an incline of 0.4 rad, which is level, with gravity turned. The incline has no nodes beneath
/// the block: on them the facets of the block, which tilt a little, would have normals of their own.
std::string incline(Real theta, Real friction, Real start, Real end) {
  return fmt::format(R"({{"dimension": 2, "bodies": [
        {{"name": "block", "density": 1000, "velocity": [{}, 0],
          "mesh": {{"type": "rectangle", "size": [1, 0.5], "cells": [4, 2]}},
          "material": {{"type": "neo_hookean", "young": 1e7, "poisson": 0.3}}}},
        {{"name": "slope", "type": "obstacle", "translate": [-10, -1],
          "mesh": {{"type": "rectangle", "size": [40, 1], "cells": [1, 1]}}}}],
      "loads": [{{"type": "gravity", "acceleration": [{:.17g}, {:.17g}]}}],
      "integrator": {},
      "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_to_facet"}},
        "solver": {{"type": "gauss_seidel", "tolerance": 1e-12}},
        "laws": [{{"between": ["*", "*"], "type": "nonsmooth_force", "friction": {}}}]}},
      "time": {{"end": {}, "step": 1e-3}}}})",
                     start, 9.81 * std::sin(0.4), -9.81 * std::cos(0.4), scheme(theta), friction,
                     end);
}

/// A bar that is thrown and spins by 2 pi/steps rad a step, for one turn; 3 % of its speed of sound at its ends.
Vibrating spinning_bar(const std::string& integrator, int steps, const std::string& material) {
  Vibrating bar{.material = material, .size = "[1, 0.5]", .cells = "[6, 3]", .support = ""};
  bar.integrator = integrator;
  bar.velocity = R"({"constant": [0.5, 0], "spin": 1})";
  bar.young = 4e6;
  bar.end = 2 * std::numbers::pi, bar.step = bar.end / steps;
  return bar;
}

/// A cantilever of steel is thrown down so fast that it yields at its support; for one period.
std::string yielding_bar(const std::string& integrator) {
  return fmt::format(R"({{"bodies": [{{"name": "bar", "density": 7800,
        "mesh": {{"type": "rectangle", "size": [6, 1], "cells": [24, 4]}},
        "velocity": {{"constant": [0, 0], "gradient": [[0, 0], [-4, 0]], "about": [0, 0]}},
        "material": {{"type": "j2_plastic", "young": 2e11, "poisson": 0.3, "yield_stress": 2e8,
          "hardening": 2e9}}}}],
      "supports": [{{"body": "bar", "group": "left"}}], "integrator": {},
      "time": {{"end": 0.04, "step": 4e-4}}}})",
                     integrator);
}

}  // namespace

TEST_CASE("THE-1 a bar hits a wall in implicit steps of Moreau's scheme", "[implicit][theta]") {
  struct Case {
    Real theta, of_cell, energy, impulse, noise;
  };
  const Case c =
      GENERATE(Case{0.5, 0.5, 0.9962, 19.897, 0.01}, Case{0.5, 1, 0.9942, 19.864, 0.1},
               Case{0.5, 2, 0.9896, 19.740, 0.13}, Case{0.5, 5, 0.9748, 19.492, 0.02},
               Case{0.6, 0.5, 0.940, 0, 0}, Case{0.6, 1, 0.915, 0, 0}, Case{0.6, 2, 0.880, 0, 0},
               Case{0.6, 5, 0.807, 0, 0}, Case{1, 0.5, 0.867, 0, 0}, Case{1, 1, 0.811, 0, 0},
               Case{1, 2, 0.733, 0, 0}, Case{1, 5, 0.580, 0, 0});
  CAPTURE(c.theta, c.of_cell);
  const BarOnWall bar = slow_bar(c.theta, c.of_cell);
  Simulation s(bar.text());
  const Hit hit = measure(s, bar);
  CAPTURE(hit.first, hit.last, hit.impulse, hit.mean, hit.noise, hit.energy, hit.highest - 1);
  CHECK(hit.highest <= 1 + 1e-11);
  CHECK(hit.open <= 1e-12);
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
  CHECK(hit.energy == Approx(c.energy).epsilon(c.theta == 0.5 ? 1e-3 : 0.02));
  if (c.impulse == 0) return;
  CHECK(hit.first >= 0.5);
  CHECK(hit.first <= 0.5 + 2 * bar.dt() * (1 + 1e-9));
  CHECK(hit.impulse == Approx(c.impulse).epsilon(1e-3));
  CHECK(hit.mean == Approx(30).epsilon(0.01));
  CHECK(hit.noise <= c.noise);
}

TEST_CASE("a bar keeps its energy whenever within a step of Moreau's scheme it meets the wall",
          "[implicit][theta]") {
  const bool ahead = GENERATE(false, true);
  CAPTURE(ahead);
  Real least = 2, most = 0;
  for (int phase = 0; phase < 6; ++phase) {
    BarOnWall bar = slow_bar(0.5, 1, ahead);
    bar.gap += bar.dt() * phase / 6;
    Simulation s(bar.text());
    const Hit hit = measure(s, bar);
    least = std::min(least, hit.energy), most = std::max(most, hit.energy);
  }
  CHECK(most <= 1);
  CHECK(least >= 0.992);
}

TEST_CASE("at theta = 1/2 a linear body that vibrates keeps its energy to rounding",
          "[implicit][theta]") {
  const std::string mass = GENERATE("lumped", "consistent");
  CAPTURE(mass);
  Vibrating beam{.material = "linear_elastic"};
  beam.integrator = scheme(0.5, mass), beam.step = 1e-3, beam.end = 0.5;
  Simulation s(beam.scene());
  const Real start = s.balance.total();
  Real worst = 0;
  s.run([&](Simulation& now) {
    worst = std::max(worst, std::abs(now.balance.total() - start) / start);
  });
  CHECK(s.stepper.steps() == 500);
  CHECK(worst <= 1e-12);
}

TEST_CASE("implicit steps of Moreau's scheme are of order 2 at theta = 1/2, and else of order 1",
          "[implicit][theta]") {
  const auto [theta, order] = GENERATE(std::pair(0.5, 2.), std::pair(0.6, 1.), std::pair(1., 1.));
  const bool is_loaded = GENERATE(false, true);
  CAPTURE(theta, is_loaded);
  const auto at_the_end = [&](int steps) {
    Vibrating beam;
    beam.integrator = scheme(theta);
    if (is_loaded)
      beam.loads = R"({"type": "gravity", "acceleration": [1, -9.81]},
          {"type": "traction", "body": "beam", "group": "right", "traction": [0, 4e3],
           "factor": {"type": "sine", "frequency": 60}})";
    beam.end = 0.01, beam.step = beam.end / steps;
    Simulation s(beam.scene());
    s.run();
    return s.stepper.state().q;
  };
  const int steps = theta == 0.5 ? 160 : 640;
  const auto a = at_the_end(steps), b = at_the_end(2 * steps), c = at_the_end(4 * steps);
  CHECK(std::log2(largest_difference(a, b) / largest_difference(b, c)) ==
        Approx(order).margin(0.1));
  CHECK(largest_difference(b, c) > 1e-10);
}

TEST_CASE(
    "the account of implicit steps of Moreau's scheme closes, with friction and supports, too",
    "[implicit][theta]") {
  const Real theta = GENERATE(0.5, 0.7, 1.);
  const std::string material = GENERATE("linear_elastic", "neo_hookean");
  CAPTURE(theta, material);
  Simulation s(sliding(theta, material));
  const Real start = s.balance.total();
  Real before = s.balance.account().energy(), open = 0, work = -1;
  Index contacts = 0;
  s.run([&](Simulation& now) {
    const core::Account& account = now.balance.account();
    open = std::max(open, std::abs(account.energy() - before - account.step().sum()) / start);
    before = account.energy();
    work = std::max(work, now.stepper.facts().contact.work / start);
    contacts += now.stepper.facts().contact.forces.contacts > 0;
  });
  CHECK(contacts > 20);
  CHECK(open <= 1e-12);
  CHECK(work <= 1e-12);
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());

  Vibrating beam{.material = material,
                 .support = R"({"body": "beam", "group": "left", "path": {"type": "table",
                    "times": [0, 0.05, 0.1], "displacements": [[0, 0], [0.05, 0.1], [0, 0]],
                    "interpolation": "smooth"}})"};
  beam.integrator = scheme(theta);
  Simulation shaken(beam.scene());
  before = shaken.balance.account().energy(), open = 0;
  Real most = 0;
  shaken.run([&](Simulation& now) {
    const core::Account& account = now.balance.account();
    open = std::max(open, std::abs(account.energy() - before - account.step().sum()));
    before = account.energy();
    most = std::max(most, now.balance.total());
  });
  CHECK(open <= 1e-12 * most);
  CHECK(shaken.balance.linear_drift() <= 1e-12 * shaken.balance.linear_scale());
}

TEST_CASE("in steps far longer than its vibrations a body keeps its momentum to rounding",
          "[implicit][theta]") {
  // Waves cross a cell of the disk in 0.2 ms: in a step of 0.5 s the stiffness is a million times the inertia.
  const Real theta = GENERATE(0.5, 1.);
  const std::string flies = R"([1, 0.3])",
                    vibrates = R"({"gradient": [[0.03, 0.02], [0.01, -0.03]], "about": [0, 0]})";
  // What vibrates has forces whose sum is their rounding.
  const auto [velocity, step, allowed] =
      GENERATE_COPY(std::tuple(flies, 0.5, 1e-13), std::tuple(flies, 50., 1e-13),
                    std::tuple(vibrates, 0.5, 1e-11));
  CAPTURE(theta, step, velocity);
  Simulation s(fmt::format(R"({{"dimension": 2, "bodies": [
      {{"name": "bar", "density": 7800, "translate": [-1.3, 0.5], "velocity": {0},
        "mesh": {{"type": "rectangle", "size": [2.77, 0.47], "cells": [6, 3]}},
        "material": {{"type": "linear_elastic", "young": 7.4e6, "poisson": 0.3}}}},
      {{"name": "disk", "density": 7800, "translate": [0, 1.6], "velocity": {0},
        "mesh": {{"type": "disk", "radius": 0.615, "rings": 3}},
        "material": {{"type": "linear_elastic", "young": 7.4e8, "poisson": 0.3}}}}],
    "integrator": {1}, "time": {{"end": {2}, "step": {3}}}}})",
                           velocity, scheme(theta), 40 * step, step));
  s.run();
  CHECK(s.balance.linear_drift() <= allowed * s.balance.linear_scale());
}

TEST_CASE("in implicit steps a block slides down an incline as a point mass does",
          "[implicit][theta]") {
  const Real theta = GENERATE(0.5, 1.), mu = GENERATE(0., 0.2, 0.6), start = 2, end = 0.05;
  CAPTURE(theta, mu);
  Simulation s(incline(theta, mu, start, end));
  Index contacts = 0;
  s.run([&](Simulation& now) {
    contacts = std::max(contacts, now.stepper.facts().contact.forces.contacts);
  });
  CHECK(contacts >= 5);
  // Every contact slides downhill: friction is mu times the normal reactions, whatever vibrations make of these.
  const Real gained = 9.81 * (std::sin(0.4) - mu * std::cos(0.4)) * end;
  CHECK((s.momentum(0, 0) + mu * s.momentum(0, 1)) / s.mass(0) - start ==
        Approx(gained).epsilon(1e-9));
}

TEST_CASE("in implicit steps friction holds a block that it is enough for", "[implicit][theta]") {
  const Real theta = GENERATE(0.5, 1.), end = 0.5, free = 9.81 * std::sin(0.4) * end * end / 2;
  CAPTURE(theta);
  const auto slid = [&](Real mu) {
    Simulation s(incline(theta, mu, 0, end));
    const Real before = s.position(0, 0, 0);
    s.run();
    return s.position(0, 0, 0) - before;
  };
  CHECK(std::abs(slid(0.8)) < 0.02 * free);  // tan(0.4) = 0.42
  CHECK(slid(0) == Approx(free).epsilon(0.02));
}

TEST_CASE("an implicit run of Moreau's scheme goes on from any step to the bit, on any threads",
          "[implicit][theta]") {
  const std::string text = sliding(0.5);
  Simulation straight(text), two(text, 2);
  Index resumed_runs = 0;
  while (!straight.stepper.finished()) {
    straight.step(), two.step();
    if (straight.stepper.steps() % 7 != 3) continue;
    ++resumed_runs;
    Simulation resumed(text), other(text);
    copy_state(straight, resumed), copy_state(straight, other);
    for (int k = 0; k < 4 && !resumed.stepper.finished(); ++k) resumed.step(), other.step();
    Simulation& ahead = other;
    CHECK(ahead.stepper.state().q == resumed.stepper.state().q);
    while (straight.stepper.steps() < resumed.stepper.steps()) straight.step(), two.step();
    CHECK(straight.stepper.state().q == resumed.stepper.state().q);
    CHECK(straight.stepper.state().v == resumed.stepper.state().v);
    CHECK(straight.balance.account().sum().contact == resumed.balance.account().sum().contact);
  }
  CHECK(resumed_runs > 5);
  CHECK(straight.stepper.state().q == two.stepper.state().q);
  CHECK(straight.stepper.state().v == two.stepper.state().v);
}

TEST_CASE("the reactions of implicit steps do not depend on the contact solver",
          "[implicit][theta]") {
  const std::string other = GENERATE("interior_point", "projected_newton");
  CAPTURE(other);
  Simulation one(slow_bar(0.5).text()), two(slow_bar(0.5, 1, false, other).text());
  one.run(), two.run();
  CHECK(largest_difference(one.stepper.state().v, two.stepper.state().v) <= 1e-6);
}

TEST_CASE("implicit steps of Moreau's scheme refuse what they have no part for",
          "[implicit][theta]") {
  Vibrating rigid;
  rigid.integrator = scheme(0.5);
  std::string text = rigid.scene();
  const std::size_t material = text.find(R"("material")"), end = text.find("}}],", material);
  text.replace(material, end - material + 1, R"("type": "rigid")");
  CHECK_THROWS_WITH(Simulation(text), Catch::Contains("rigid"));
  CHECK_THROWS_WITH(Simulation(sliding(0.3)), Catch::Contains("/integrator/theta") &&
                                                  Catch::Contains("stable only below a limit"));
  Vibrating beam;
  beam.integrator = R"({"type": "moreau_jean", "mass": "consistent"})";
  CHECK_THROWS_WITH(Simulation(beam.scene()), Catch::Contains("need the lumped mass"));
  beam.integrator = scheme(1), beam.newton = R"("newton": {"iterations": 3},)";
  CHECK_THROWS_WITH(Simulation(beam.scene()), Catch::Contains("makes linear steps"));
}

TEST_CASE("at theta = 1/2 a body that spins keeps its angular momentum, and else it loses its part",
          "[implicit][theta]") {
  const std::string material = GENERATE("neo_hookean", "st_venant_kirchhoff");
  const Real theta = GENERATE(0.5, 0.75, 1.);
  const int steps = 200;
  CAPTURE(theta, material);
  const Vibrating bar = spinning_bar(scheme(theta), steps, material);
  Simulation s(bar.scene());
  const Real start = s.balance.now().angular[2], energy = s.balance.total();
  Real most = 0;
  s.run([&](Simulation& now) { most = std::max(most, now.balance.total() / energy); });
  CHECK(s.stepper.steps() == steps);
  CHECK(most <= 1 + 1e-4);
  // With the angle a in a step L falls by (2 theta - 1) a^2 L, and a with it.
  const Real angle = 2 * std::numbers::pi / steps,
             left = 1 / std::sqrt(1 + 2 * (2 * theta - 1) * steps * angle * angle);
  CHECK(s.balance.now().angular[2] / start == Approx(left).epsilon(theta == 0.5 ? 1e-3 : 5e-3));
}

TEST_CASE("at theta = 1/2 bodies that spin or yield move as by the trapezoidal rule",
          "[implicit][theta]") {
  const std::string rule = R"({"type": "newmark", "beta": 0.25})";
  const bool yields = GENERATE(false, true);
  CAPTURE(yields);
  const auto text = [&](const std::string& integrator) {
    return yields ? yielding_bar(integrator) : spinning_bar(integrator, 200, "neo_hookean").scene();
  };
  Simulation one(text(scheme(0.5))), two(text(scheme(0.5)), 2), other(text(rule));
  one.run(), two.run(), other.run();
  CHECK(one.stepper.facts().retries == 0);
  CHECK(largest_difference(one.stepper.state().q, other.stepper.state().q) <= 1e-8);
  CHECK(one.balance.total() == Approx(other.balance.total()).epsilon(1e-8));
  if (yields) CHECK(one.balance.now().dissipated > 0.1 * one.balance.initial());
  CHECK(one.stepper.state().q == two.stepper.state().q);
}

TEST_CASE("what damping slows and contact drives on is no energy that time integration brings in",
          "[implicit][theta]") {
  // A disk is pressed into a damped block. Backward Euler's steps store less than the support puts in, yet what
  // contact loses by damped velocities, time integration gains.
  Simulation s(fmt::format(R"({{"dimension": 2, "bodies": [
        {{"name": "block", "density": 1000, "mesh": {{"type": "rectangle", "size": [0.6, 0.3], "cells": [8, 4]}},
          "material": {{"type": "linear_elastic", "young": 1e6, "poisson": 0.45}}}},
        {{"name": "tool", "type": "obstacle", "translate": [0.3, 0.5],
          "mesh": {{"type": "disk", "radius": 0.2, "rings": 6}}}}],
      "supports": [{{"body": "block", "group": "bottom"}},
        {{"body": "tool", "path": {{"type": "table", "times": [0, 0.2],
          "displacements": [[0, 0], [0, -0.02]], "interpolation": "smooth"}}}}],
      "loads": [{{"type": "damping", "body": "block", "rate": 150}}],
      "integrator": {},
      "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_to_facet"}},
        "solver": {{"type": "interior_point"}},
        "laws": [{{"between": ["*", "*"], "type": "nonsmooth_force", "friction": 0.3}}]}},
      "time": {{"end": 0.2, "step": 1e-2}}}})",
                           scheme(1)));
  s.run();
  const core::Account& account = s.balance.account();
  CAPTURE(account.sum().contact, account.sum().integration, account.scale());
  CHECK(account.gains().integration_share > 0.02);
  CHECK(account.sum().contact + account.sum().integration < 0);
  CHECK(account.gains().inside_share == 0);
  core::Summary summary;
  summary.steps = s.stepper.steps();
  core::Tally(s.model.supports()).fill(summary, s.configuration(), s.model);
  s.balance.fill(summary);
  summary.audit.checked = 1;
  INFO(core::in_words(summary));
  CHECK(core::judge(summary).sound);
  summary.account.inside_share = account.gains().integration_share;
  CHECK_FALSE(core::judge(summary).sound);
}

TEST_CASE("a step of Moreau's scheme that is too long for a body is halved with a sentence",
          "[implicit][theta]") {
  Vibrating bar = spinning_bar(scheme(0.5), 1, "neo_hookean");
  Simulation s(bar.scene());
  s.step();
  CHECK(s.stepper.facts().retries > 0);
}
