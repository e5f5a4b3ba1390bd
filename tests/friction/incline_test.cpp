// A block on an incline, at rest and sliding: the kernel's stage for problems in reactions, with plugins
// of sixty lines each.
#include "incline.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace tactus;
using namespace tactus::friction;
using tactus::core::StepFacts;
using tactus::testing::Simulation;

namespace {

/// An elastic block that starts along the incline with a speed, m/s.
Simulation block(Real friction, Real end, Real speed = 0) {
  return incline(fmt::format(R"("name": "block", "velocity": [{}, 0],
      "mesh": {{"type": "rectangle", "size": [1, 0.5], "cells": [4, 2]}},
      "material": {{"type": "neo_hookean", "young": 1e6, "poisson": 0.3}})",
                             speed),
                 friction, fmt::format(R"("end": {})", end));
}

/// Velocity and position of the centre of mass of the block.
Real speed(const Simulation& s, int d) { return s.momentum(0, d) / s.mass(0); }
Real place(const Simulation& s) {
  Real moment = 0;
  const Range nodes = s.model.bodies()[0].nodes;
  for (Index n = nodes.begin; n < nodes.end; ++n)
    moment += s.model.mass()[2 * n] * s.position(0, n - nodes.begin, 0);
  return moment / s.mass(0);
}

}  // namespace

TEST_CASE("a block that slides down an incline has the acceleration of a point mass",
          "[friction]") {
  const Real mu = GENERATE(0.0, 0.2, 0.6), start = 2, end = 0.05;
  Simulation s = block(mu, end, start);
  Index contacts = 0;
  s.run([&](Simulation& now) {
    const StepFacts& facts = now.stepper.facts();
    CHECK(facts.solver.status == SolveStatus::converged);
    contacts = std::max(contacts, facts.contact.forces.contacts);
  });
  CHECK(contacts == 5);
  // Every contact slides downhill, so that the whole of friction is mu times the whole of the normal
  // reactions, whatever vibrations make of these: v_x + mu v_y grows as for a rigid block.
  const Real gained = kGravity * (std::sin(kAngle) - mu * std::cos(kAngle)) * end;
  CHECK(speed(s, 0) + mu * speed(s, 1) - start == Approx(gained).epsilon(1e-9));
}

TEST_CASE("a block that friction holds does not slide, whatever its vibrations do", "[friction]") {
  const Real end = 0.5, free = kGravity * std::sin(kAngle) * end * end / 2;
  const auto slid = [&](Real friction) {
    Simulation s = block(friction, end);
    const Real before = place(s);
    s.run();
    return place(s) - before;
  };
  CHECK(std::abs(slid(0.8)) < 0.02 * free);  // tan(0.4) = 0.42
  CHECK(slid(0) == Approx(free).epsilon(0.02));
}
