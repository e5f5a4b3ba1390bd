// Surfaces without mass: what they do to the mass of a body, what a body with them keeps when it falls on a plane, and
// what is refused by name.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "core/model/massless_nodes.hpp"
#include "core/scene/model_error.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using Catch::Contains;
using tactus::testing::Simulation;

namespace {

struct Drop {
  const char* cells = "[3, 3, 3]";
  const char* massless = R"(, "massless": ["bottom"])";
  const char* integrator = "mass_redistribution";
  Real gap = 0.01;
  const char* others = "";
};

std::string massless_scene(const Drop& d) {
  return fmt::format(R"({{"dimension": 3, "bodies": [
      {{"name": "block", "density": 1000, "mesh": {{"type": "box", "size": [1, 1, 1], "cells": {}}},
        "material": {{"type": "neo_hookean", "young": 1e7, "poisson": 0.3}}, "self_contact": false,
        "translate": [0, 0, {}], "velocity": [0.3, 0, -4]{}}},
      {{"name": "floor", "type": "obstacle", "half_space": {{"normal": [0, 0, 1]}}}}{}],
    "integrator": {{"type": "{}"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "half_space"}},
                 "solver": {{"type": "{}"}}}},
    "time": {{"end": 0.06}}}})",
                     d.cells, d.gap, d.massless, d.others, d.integrator,
                     std::string(d.integrator) == "newmark" ? "local_sqp" : "sqp");
}

std::string refused_massless(const Drop& d) {
  try {
    const Simulation s(massless_scene(d));
  } catch (const std::exception& e) {
    return e.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("a face without mass gives it to the nodes inside", "[space][massless]") {
  Simulation s(massless_scene({}));
  Index without = 0;
  Real mass = 0;
  for (Index n = 0; n < s.model.bodies()[0].nodes.end; ++n) {
    const Real m = s.model.mass()[3 * n];
    const bool bottom = s.model.reference()[static_cast<std::size_t>(3 * n + 2)] ==
                        s.model.reference()[2];  // the first node is a lowest one
    CHECK((m == 0) == bottom);
    without += m == 0, mass += m;
  }
  CHECK(without == 16);
  CHECK(mass == Approx(1000).epsilon(1e-12));
}

TEST_CASE("a block whose bottom has no mass bounces off a plane, and keeps its energy",
          "[space][massless]") {
  const Real gap = GENERATE(0., 0.01, 0.0131);
  CAPTURE(gap);
  Simulation s(massless_scene({.gap = gap}));
  Index dirty = 0, contacts = 0;
  Real open = 0, before = s.balance.account().energy();
  s.run([&](Simulation& now) {
    dirty += !now.audit().clean();
    contacts += now.stepper.facts().contact.forces.contacts > 0;
    const core::Account& account = now.balance.account();
    open = std::max(open, std::abs(account.energy() - before - account.step().sum()));
    before = account.energy();
  });
  CHECK(dirty == 0);
  CHECK(contacts > 10);
  CHECK(s.momentum(0, 2) > 0);
  CHECK(s.momentum(0, 0) == Approx(300).epsilon(1e-9));
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
  CHECK(open <= 1e-11 * s.balance.initial());
  CHECK(s.balance.account().gains().contact_share <= 2e-3);
  CHECK(s.balance.total() >= 0.97 * s.balance.initial());
  CHECK(s.balance.account().gains().integration_share <= 1e-2);
}

TEST_CASE("surfaces without mass are refused by name where they cannot be", "[space][massless]") {
  CHECK(refused_massless({}) == "accepted");
  CHECK_THAT(refused_massless({.integrator = "newmark"}),
             Contains(R"("newmark" does not move nodes without mass)"));
  CHECK_THAT(refused_massless({.massless = ""}), Contains("no body names one"));
  CHECK_THAT(refused_massless({.massless = R"(, "massless": ["underside"])"}),
             Contains("underside") && Contains("bottom"));
  CHECK_THAT(
      refused_massless({.cells = "[3, 3, 1]", .massless = R"(, "massless": ["bottom", "top"])"}),
      Contains(R"(of body "block" has no neighbour inside)"));
  CHECK_THAT(refused_massless({.others = R"(, {"name": "heavy", "type": "rigid", "density": 1000,
                                      "radius": 0.5, "translate": [3, 0, 1]})"}),
             Contains(R"("heavy" names no surface as "massless", and with)"));
}
