// Explicit steps strain no element by more than they may, and grow again slowly.
#include <fmt/format.h>

#include <Eigen/LU>
#include <catch2/catch.hpp>

#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::Simulation;

namespace {

/// A soft cube thrown at a hard one, at several times the speed of its own waves of 1 m/s.
std::string crash(Real speed, std::string_view step = "\"auto\"") {
  constexpr const char* body = R"({{"name": "{}", "mesh": {{"type": "box", "size": [{}, {}, {}],
    "cells": [{}, {}, {}]}}, "translate": [{}, 0.03, 0.07], "density": 1000,
    "material": {{"type": "neo_hookean", "lambda": {}, "mu": {}}}, "velocity": [{}, 0, 0]}})";
  return fmt::format(
      R"({{"dimension": 3, "bodies": [{}, {}], "integrator": {{"type": "newmark"}},
         "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "vertex_face"}},
                     "solver": {{"type": "local_sqp"}}}},
         "time": {{"end": 0.6, "step": {}}}}})",
      fmt::format(body, "soft", 0.4, 0.4, 0.4, 2, 2, 2, 0, 500, 250, speed),
      fmt::format(body, "hard", 1, 1, 1, 2, 2, 2, 0.41, 5e4, 2.5e4, 0), step);
}

/// Largest |dF F^-1| of any element in a step of dt from here, without contact.
Real strain(const Simulation& s, const core::State& from, Real dt) {
  Real most = 0;
  for (Index e = 0; e < s.model.element_count(); ++e) {
    Eigen::Matrix3d x, u;
    const auto node = [&](int k) { return s.model.elements()[4 * e + k]; };
    const auto at = [](const std::vector<Real>& v, Index n) {
      return Eigen::Vector3d(v[static_cast<std::size_t>(3 * n)],
                             v[static_cast<std::size_t>(3 * n + 1)],
                             v[static_cast<std::size_t>(3 * n + 2)]);
    };
    const auto moved = [&](Index n) {
      return Eigen::Vector3d(dt * at(from.v, n) + dt * dt / 2 * at(from.a, n));
    };
    for (int k = 0; k < 3; ++k) {
      x.col(k) = at(from.q, node(k + 1)) - at(from.q, node(0));
      u.col(k) = moved(node(k + 1)) - moved(node(0));
    }
    most = std::max(most, (u * x.inverse()).norm());
  }
  return most;
}

}  // namespace

TEST_CASE("no step strains an element by more than 0.2", "[space][strain]") {
  Simulation s(crash(4));
  Index shortened = 0;
  Real most = 0;
  while (!s.stepper.finished()) {
    const core::State before = s.stepper.state();
    s.step();
    const core::StepFacts& facts = s.stepper.facts();
    if (facts.substeps > 0 || facts.retries > 0 || s.stepper.step_size() > facts.dt) continue;
    most = std::max(most, strain(s, before, facts.dt));
    if (facts.strained_body < 0) continue;
    ++shortened;
    CHECK(strain(s, before, facts.dt) == Approx(0.2).epsilon(0.2));
  }
  CHECK(shortened > 3);
  // One evaluation, no iteration: what the increment has of dt^2 makes the last digits.
  CHECK(most < 0.2 * 1.2);
  CHECK(s.balance.largest_total() < 1.01 * s.balance.initial());
}

TEST_CASE("a shortened step stays for 20 steps and grows by 5 percent", "[space][strain]") {
  Simulation s(crash(4));
  Index since = -1;
  Real cap = 0, allowed = s.stepper.step_size();
  while (!s.stepper.finished()) {
    s.step();
    const core::StepFacts& facts = s.stepper.facts();
    const Real dt = s.stepper.step_size();
    if (facts.strained_body >= 0 || facts.retries > 0)
      since = 0, cap = facts.substeps > 0 ? dt : facts.dt;
    else if (since >= 0 && ++since > 20)
      cap *= 1.05;
    if (since < 0) continue;
    CHECK(dt <= cap * (1 + 1e-12));
    if (cap > allowed) since = -1;
  }
}

TEST_CASE("slow bodies keep their step", "[space][strain]") {
  Simulation s(crash(0.05));
  const Real dt = s.stepper.step_size();
  Index changed = 0;
  s.run([&](Simulation& now) {
    changed += now.stepper.facts().strained_body >= 0 || now.stepper.step_size() < 0.99 * dt;
  });
  CHECK(changed <= 2);  // the end of the run is met by shorter ones
}

TEST_CASE("a step that is given is shortened, too", "[space][strain]") {
  const Real given = Simulation(crash(4)).stepper.step_size() / 2;
  Simulation s(crash(4, fmt::format("{}", given)));
  Index shortened = 0;
  s.run([&](Simulation& now) { shortened += now.stepper.facts().strained_body >= 0; });
  CHECK(shortened > 0);
}
