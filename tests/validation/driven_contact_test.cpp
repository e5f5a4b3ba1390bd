// Contact with bodies on prescribed paths, and contact of what starts from rest: what the account
// of energy says of sound runs (docs/theory/energy_account.md, "Contact with what supports drive"
// and "Scale and verdict").
#include <catch2/catch.hpp>
#include <cmath>

#include "tactus/contact_lengths.hpp"
#include "tests/property/random_numbers.hpp"
#include "tests/support/energy_scenes.hpp"

using namespace tactus;
using namespace tactus::testing;
using core::Account;

namespace {

/// J, work of the ram as the run tells it.
Real external_energy(const std::string& scene) {
  Simulation s(scene);
  s.run();
  return s.balance.external();
}

/// From three runs with steps 1 : 1/2 : 1/4, of what `energy` [J] reads from one with a step.
template <class Energy>
Real order_of(const Energy& energy) {
  const Real coarse = energy(2.5e-5), middle = energy(1.25e-5), fine = energy(6.25e-6);
  return std::log2(std::abs((coarse - middle) / (middle - fine)));
}

Real order_of_convergence(const std::string& path, const std::string& impact, Real gap) {
  return order_of([&](Real step) { return external_energy(press(path, impact, step, gap)); });
}

/// J, work of the ram up to a time that is the end of a step, as the history has it.
struct WorkUntil {
  Real before = 0, now = 0, after = 0;  ///< one step earlier, then, and one step later

  WorkUntil(const std::string& scene, Real time) {
    Simulation s(scene);
    while (s.time() < time - 1e-9) {
      before = s.balance.external();
      s.step();
    }
    now = s.balance.external();
    s.step();
    after = s.balance.external();
  }
  // The force at t_n counts with the step that begins there. The rule of trapezoids has half of it
  // before t_n. Where the ram slows down and lets go, that force is the one of the last step.
  Real while_pressed() const { return (now + after) / 2; }
  Real at_release() const { return now + (now - before) / 2; }
};

/// Blocks above each other and above a floor, with small gaps, at rest under gravity.
std::string stack(unsigned seed) {
  property::RandomNumbers random(seed);
  const int count = 2 + random.pick(3);
  const char* impact = random.one_in(2) ? "stop" : "reflect";
  const Real safety = random.one_in(2) ? 0.5 : 0.9;
  Real y = 0;
  std::string blocks;
  for (int k = 0; k < count; ++k) {
    const Real width = random.uniform(0.6, 1.2), height = random.uniform(0.4, 0.8);
    const Real x = random.uniform(0, 0.3), density = random.uniform(500, 3000);
    const Real young = random.logarithmic(1e5, 1e8);
    const int nx = 2 + random.pick(4), ny = 2 + random.pick(3);
    y += random.logarithmic(1e-7, 1e-3);
    blocks += fmt::format(R"(, {{"name": "b{}", "density": {}, "translate": [{}, {}],
      "mesh": {{"type": "rectangle", "size": [{}, {}], "cells": [{}, {}]}},
      "material": {{"type": "neo_hookean", "young": {}, "poisson": 0.3}}}})",
                          k, density, x, y, width, height, nx, ny, young);
    y += height;
  }
  return fmt::format(R"({{"bodies": [{{"name": "floor", "type": "obstacle",
      "translate": [-1, -0.5], "mesh": {{"type": "rectangle", "size": [4, 0.5], "cells": [4, 1]}}}}{}],
    "loads": [{{"type": "gravity", "acceleration": [0, -9.81]}}],
    "integrator": {{"type": "newmark", "impact": "{}", "safety": {}}}, {},
    "time": {{"end": 0.05}}}})",
                     blocks, impact, safety, kContact);
}

}  // namespace

TEST_CASE("a press that stops keeps its account to rounding on every path",
          "[validation][account]") {
  const std::string path = GENERATE(kSmoothPress, kLinearPress, kSteppedPress);
  CAPTURE(path);
  Simulation s(press(path, "stop", 2.5e-5));
  s.run();
  const Account& account = s.balance.account();
  CHECK(account.gains().contact_share <= 1e-12);
  CHECK(account.gains().integration_share <= 1e-2);
  CHECK(account.gains().step_change_share <= 1e-2);
  CHECK(account.runaway().empty());
  CHECK(s.balance.external() < 0);  // the ram has done work
}

TEST_CASE("a press that reflects is sound on every path", "[validation][account]") {
  const std::string path = GENERATE(kSmoothPress, kLinearPress, kSteppedPress);
  CAPTURE(path);
  Simulation s(press(path, "reflect", 2.5e-5));
  s.run();
  const Account& account = s.balance.account();
  CHECK(account.gains().contact_share <= 1e-3);
  CHECK(account.gains().integration_share <= 1e-2);
  CHECK(account.gains().step_change_share <= 1e-2);
}

TEST_CASE("the work of a press on a smooth path converges with the second order",
          "[validation][account]") {
  CHECK(order_of_convergence(kSmoothPress, "stop", 1e-4) >= 1.8);
  // Nodes that reflect do so at once where they touch from the start.
  CHECK(order_of_convergence(kSmoothPress, "reflect", 0) >= 1.8);
}

TEST_CASE("a press that touches from the start does so without a step tried again",
          "[validation][account]") {
  for (const Real step : {2.5e-5, 1.25e-5, 6.25e-6, 3.125e-6}) {
    CAPTURE(step);
    Simulation s(press(kSmoothPress, "stop", step, 0));
    for (int k = 0; k < 20; ++k) {
      s.step();
      CHECK(s.stepper.facts().retries == 0);
    }
  }
  CHECK(order_of_convergence(kSmoothPress, "stop", 0) >= 1.8);
}

TEST_CASE("where a press touches from the start contact gains no more than along its margin",
          "[validation][account]") {
  const std::string path = GENERATE(kSmoothPress, kLinearPress, kSteppedPress);
  CAPTURE(path);
  Simulation s(press(path, "stop", 2.5e-5, 0));
  const Real margin = contact_margin(s.context().scales);
  Real strongest = 0;  // N, sum of the magnitudes of contact forces on the block in a step
  s.run([&](Simulation& now) {
    Real sum = 0;
    for (const Real f : now.stepper.facts().contact.forces.vertex_force) sum += std::abs(f);
    strongest = std::max(strongest, sum);
  });
  const Account& account = s.balance.account();
  CHECK(account.gains().largest_contact <= strongest * margin + 1e-12 * account.scale());
  CHECK(account.gains().contact_share <= 1e-3);
}

TEST_CASE("the work of a press has the second order while its nodes stay on the ram",
          "[validation][account]") {
  // Faster from kink to kink: the ram keeps what it presses.
  const std::string faster =
      R"("times": [0, 0.004, 0.008, 0.02], "displacements": [[0, 0], [-0.005, 0], [-0.015, 0],
         [-0.06, 0]])";
  CHECK(order_of([&](Real step) {
          return WorkUntil(press(faster, "stop", step, 0), 0.012).while_pressed();
        }) >= 1.8);
}

TEST_CASE("where a ram slows down at once, the force at that time is all that its work lacks",
          "[validation][account]") {
  const auto [path, time] = GENERATE(table<std::string, Real>({
      {kLinearPress, 0.012},
      {kSteppedPress, 0.004},
  }));
  CAPTURE(path);
  const auto work = [&, path = path, time = time](Real step) {
    return WorkUntil(press(path, "stop", step, 0), time);
  };
  CHECK(order_of([&](Real step) { return work(step).at_release(); }) >= 1.8);
  CHECK(order_of([&](Real step) { return work(step).now; }) == Approx(1).margin(0.1));
}

TEST_CASE("the work of a ram that has let go and stands still is that of the moment of release",
          "[validation][account]") {
  const std::string scene = press(kLinearPress, "stop", 2.5e-5, 0);
  CHECK(external_energy(scene) == Approx(WorkUntil(scene, 0.012).now).epsilon(1e-12));
}

TEST_CASE("stacks that start from rest are not blamed for their first steps",
          "[validation][account]") {
  const unsigned seed = GENERATE(range(1U, 11U));
  CAPTURE(seed);
  Simulation s(stack(seed));
  s.run();
  const Account& account = s.balance.account();
  CHECK(account.gains().step_change_share <= 1e-2);
  CHECK(account.gains().contact_share <= 1e-3);
}

TEST_CASE("without loads the scale has no floor", "[validation][account]") {
  // Shares are running sums over the running scale, as if there were no floor.
  Simulation s(bar_on_wall("reflect"));
  Real share = 0, rounding = s.balance.account().rounding() / 1e-4;
  s.run([&](Simulation& now) {
    const Account& account = now.balance.account();
    const Real sum = account.sum().integration;
    if (sum > 0) share = std::max(share, sum / std::max(account.scale(), rounding));
  });
  CHECK(s.balance.account().gains().integration_share == share);
}

TEST_CASE("what a support does in one step counts for the scale as far as it is in proportion",
          "[validation][account]") {
  Account account(0, 2);
  core::StepFacts facts;
  facts.account.kept = true;
  account.start({.kinetic = 100}, facts);
  facts.outside.support_speed = 3;  // 2 M v^2 is 36 J
  facts.outside.handed_on = -1000;
  account.update({.kinetic = 100 + 1000}, facts);
  // 1100 J there, and 136 of 1000 J from outside
  CHECK(account.scale() == Approx(1100 + 136));
  CHECK(account.runaway().empty());
  facts.outside.handed_on = -1.2e7;
  account.update({.kinetic = 1.2e7}, facts);
  CHECK_THAT(account.runaway(),
             Catch::Contains("supports did 1.2e+07 J") && Catch::Contains("1136 J were there"));
}
