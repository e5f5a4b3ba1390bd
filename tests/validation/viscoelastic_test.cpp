// Bodies of a material that dissipates: closed forms, their account of energy, and histories that come
// through threads and checkpoints to the bit.
#include <fmt/format.h>

#include <Eigen/Core>
#include <catch2/catch.hpp>
#include <cmath>
#include <complex>

#include "core/record/summary.hpp"
#include "tactus/conformance/memory_archive.hpp"
#include "tests/support/energy_scenes.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

/// One free degree of freedom, the lower right node of a cell.
std::string cell(const std::string& material) {
  return fmt::format(R"({{"bodies": [{{"name": "cell", "density": 1000, "velocity": [1e-5, 0],
    "mesh": {{"type": "rectangle", "size": [1, 1], "cells": [1, 1], "triangles": 2}},
    "material": {{{}, "young": 1e7, "poisson": 0.3}}}}],
    "supports": [{{"body": "cell", "group": "left"}}, {{"body": "cell", "group": "top"}},
                 {{"body": "cell", "group": "right", "fix": ["y"]}}],
    "integrator": {{"type": "newmark"}}, "time": {{"end": 0.2, "step": 1e-4}}}})",
                     material);
}
constexpr std::size_t kFree = 2;

Real moved(const Simulation& s) { return s.stepper.state().q[kFree] - s.model.reference()[kFree]; }

}  // namespace

TEST_CASE("an oscillator of a standard linear solid moves as the exact solution says",
          "[validation][viscoelastic]") {
  Simulation elastic(cell(R"("type": "neo_hookean")"));
  elastic.step();
  elastic.step();
  const Real square = -elastic.stepper.state().a[kFree] / moved(elastic);  // omega^2, at once
  const Real g = 0.6, tau = 0.02;
  Simulation s(cell(R"("type": "viscoelastic", "fractions": [0.6], "relaxation_times": [0.02])"));
  // x'' = -omega^2 ((1 - g) x + g e), e' = x' - e/tau; x(0) = e(0) = 0.
  Eigen::Matrix3d rates;
  rates << 0, 1, 0, -square * (1 - g), 0, -square * g, 0, 1, -1 / tau;
  Eigen::Vector3d exact(0, s.stepper.state().v[kFree], 0);
  Real worst = 0, largest = 0, time = 0;
  s.run([&](Simulation& now) {
    // exp(rates dt) by its series: a step is a small part of a period.
    Eigen::Vector3d term = exact;
    for (int k = 1; k < 20; ++k) {
      term = (rates * term * ((now.time() - time) / k)).eval();
      exact += term;
    }
    time = now.time();
    worst = std::max(worst, std::abs(moved(now) - exact[0]));
    largest = std::max(largest, std::abs(exact[0]));
  });
  CHECK(worst < 2e-3 * largest);
  CHECK(s.balance.now().dissipated > 0.5 * s.balance.initial());
}

TEST_CASE("a viscoelastic body is sound, and what it dissipates is no loss of the integrator",
          "[validation][viscoelastic]") {
  const std::string integrator = GENERATE("newmark", "moreau_jean");
  INFO(integrator);
  Simulation s(viscous_square(0.5, integrator));
  const core::Account& account = s.balance.account();
  Real before = account.energy(), taken = 0;
  s.run([&](Simulation& now) {
    CHECK(std::abs(account.energy() - before - account.step().sum()) <= 1e-12 * account.scale());
    CHECK(now.balance.now().dissipated >= taken);
    before = account.energy(), taken = now.balance.now().dissipated;
  });
  CHECK(taken > 0.3 * account.scale());
  CHECK(account.sum().materials == Approx(-taken).epsilon(1e-12));
  CHECK(std::abs(account.sum().integration) < 1e-2 * account.scale());
  CHECK(account.gains().contact_share == 0);
  CHECK(std::abs(s.balance.total() - s.balance.initial()) < 2e-2 * account.scale());
  core::Summary summary;
  summary.steps = s.stepper.steps();
  s.balance.fill(summary);
  summary.audit.checked = 1;
  CHECK(core::judge(summary).sound);
  CHECK_THAT(core::in_words(summary), Catch::Contains("materials dissipated"));
  summary.account.dissipated = -0.01 * summary.energy.scale;
  CHECK_FALSE(core::judge(summary).sound);
}

TEST_CASE("nothing is dissipated by a body that only flies and turns",
          "[validation][viscoelastic]") {
  Simulation s(R"({"bodies": [{"name": "square", "density": 1000,
    "mesh": {"type": "rectangle", "size": [1, 1], "cells": [2, 2]},
    "velocity": {"constant": [3, 1]},
    "material": {"type": "viscoelastic", "fractions": [0.5], "relaxation_times": [1e-3],
                 "young": 1e9, "poisson": 0.3}}],
    "integrator": {"type": "newmark"}, "time": {"end": 0.01}})");
  s.run();
  CHECK(s.balance.now().dissipated < 1e-20 * s.balance.now().kinetic);
  Simulation elastic(vibrating_square(0.05));
  CHECK(elastic.system.elements().dissipated().empty());
}

TEST_CASE("what viscoelastic bodies remember is the same to the bit with any number of threads",
          "[validation][viscoelastic]") {
  std::string text = falling_disk("stop");
  const std::string elastic = R"("neo_hookean")";
  text.replace(text.find(elastic), elastic.size(),
               R"("viscoelastic", "fractions": [0.3, 0.3], "relaxation_times": [1e-3, 1e-2])");
  Simulation one(text), three(text, 3);
  one.run();
  three.run();
  CHECK(one.stepper.state().q == three.stepper.state().q);
  CHECK(one.balance.now().dissipated == three.balance.now().dissipated);
  CHECK(one.balance.now().dissipated > 0);
  CHECK(one.balance.account().gains().contact_share <= 1e-3);
  CHECK(one.balance.account().gains().integration_share <= 1e-2);
}

TEST_CASE("what viscoelastic bodies remember goes on from a checkpoint to the bit",
          "[validation][viscoelastic]") {
  const std::string integrator = GENERATE("newmark", "moreau_jean");
  Simulation straight(viscous_square(0.5, integrator)), resumed(viscous_square(0.5, integrator));
  for (int k = 0; k < 30; ++k) straight.step();
  conformance::MemoryArchive stepper, balance, system;
  straight.stepper.save(stepper);
  straight.balance.save(balance);
  straight.system.save(system);
  resumed.stepper.load(stepper);
  resumed.balance.load(balance);
  resumed.system.load(system);
  for (int k = 0; k < 30; ++k) straight.step(), resumed.step();
  CHECK(straight.stepper.state().q == resumed.stepper.state().q);
  CHECK(straight.balance.now().dissipated == resumed.balance.now().dissipated);
  CHECK(straight.balance.account().sum().integration ==
        resumed.balance.account().sum().integration);
  CHECK(straight.balance.account().sum().materials == resumed.balance.account().sum().materials);
}
