// A bar thrown against a rigid wall (Doyen, Ern, Piperno): BAR-1 on a strip of triangles.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "core/record/peak_force.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::Simulation;

namespace {

/// E = 900, rho = 1, A = 1, L = 10, nu = 0: c = 30, window [0.5, 1.1667], F = 300, impulse 200.
/// The figures are those of a fixed step: at 0.9 of the stable one, light nodes pressed on the wall
/// start so far into it that steps would be cut, and "stop" does not bear steps that vary so near
/// the limit.
/// `cells` along the bar, 4 across; the bar's own coordinates put the wall's face at y = 0.
std::string bar(int cells, Real gap, const std::string& impact, Real safety = 0.9) {
  const Real h = 10. / cells, width = 4 * h;
  return fmt::format(R"({{"description": "test", "dimension": 2,
    "bodies": [
      {{"name": "bar", "density": 1, "thickness": {}, "velocity": [0, -10],
        "mesh": {{"type": "rectangle", "size": [{}, 10], "cells": [4, {}], "triangles": 2}},
        "translate": [0, {}], "material": {{"type": "linear_elastic", "lambda": 0, "mu": 450}}}},
      {{"name": "wall", "type": "obstacle", "translate": [-1, -1],
        "mesh": {{"type": "rectangle", "size": [3, 1], "cells": [1, 1]}}}}],
    "integrator": {{"type": "newmark", "impact": "{}", "safety": {}}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "vertex_edge"}},
                 "solver": {{"type": "local_sqp"}}, "substepping": false}},
    "time": {{"end": 2, "step": "auto"}}}})",
                     1 / width, width, cells, gap, impact, safety);
}

struct Measured {
  Real dt = 0, first = -1, last = -1, impulse = 0, mean = 0, noise = 0, v_out = 0, energy = 0,
       highest = 0;
  Index dirty = 0;
};

Measured measure(Simulation& s, Real gap) {
  Measured m;
  std::vector<Real> times, forces;
  s.run([&](Simulation& now) {
    const auto& facts = now.stepper.facts();
    m.dirty += !now.audit().clean();
    Real impulse = 0;
    for (const auto& pair : facts.contact.forces.pairs) impulse += pair.impulse[1];
    times.push_back(now.time());
    forces.push_back(impulse / facts.dt);
    if (facts.contact.forces.contacts == 0) return;
    if (m.first < 0) m.first = now.time();
    m.last = now.time();
    m.impulse += impulse;
  });
  m.dt = s.stepper.step_size();
  // Mean and spread over the middle 80 % of the exact window.
  const Real t0 = gap / 10, t1 = t0 + 2. / 3, from = t0 + 0.1 * (t1 - t0),
             to = t1 - 0.1 * (t1 - t0);
  Real n = 0, sum = 0, square = 0;
  for (std::size_t i = 0; i < times.size(); ++i)
    if (times[i] > from && times[i] < to) n += 1, sum += forces[i], square += forces[i] * forces[i];
  m.mean = sum / n;
  m.noise = std::sqrt(square / n - m.mean * m.mean) / m.mean;
  m.v_out = s.momentum(0, 1) / s.mass(0);
  m.energy = s.balance.total() / s.balance.initial();
  m.highest = s.balance.largest_total() / s.balance.initial();
  return m;
}

}  // namespace

TEST_CASE("BAR-1 a bar hits a wall: times, force, impulse and energy", "[validation][newmark]") {
  Simulation s(bar(100, 5, "reflect"));
  CHECK(s.mass(0) == Approx(10).epsilon(1e-12));
  const Measured m = measure(s, 5);
  CHECK(m.dirty == 0);
  CHECK(m.first >= 0.5 - 1e-12);
  CHECK(m.first <= 0.5 + m.dt);
  CHECK(std::abs(m.last - 7. / 6) <= 3 * m.dt);
  CHECK(m.mean == Approx(300).epsilon(0.01));
  CHECK(m.impulse == Approx(200).epsilon(0.01));
  CHECK(m.v_out == Approx(10).epsilon(0.015));
  CHECK(m.energy >= 0.99);
  CHECK(m.highest <= 1.001);
  CHECK(m.noise >= 0.1);  // "reflect" chatters: its force is not to be read step by step
  // Momentum is that of the bar at the start plus the wall's impulse.
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
}

TEST_CASE("BAR-1 with \"stop\" the force is smooth", "[validation][newmark]") {
  Simulation s(bar(100, 5, "stop"));
  const Measured m = measure(s, 5);
  CHECK(m.dirty == 0);
  CHECK(m.last - m.first == Approx(2. / 3).epsilon(0.01));
  CHECK(m.impulse == Approx(200).epsilon(0.01));
  CHECK(m.v_out == Approx(10).epsilon(0.015));
  CHECK(m.noise <= 0.03);
  CHECK(m.energy >= 0.99);
  CHECK(m.highest <= 1.001);
}

TEST_CASE("BAR-1 loses about half as much with elements half as long", "[validation][newmark]") {
  Real loss[2];
  for (const int k : {0, 1}) {
    Simulation s(bar(50 << k, 5, "reflect"));
    loss[k] = 1 - measure(s, 5).energy;
  }
  CHECK(loss[1] < 0.7 * loss[0]);
  CHECK(loss[1] > 0.3 * loss[0]);
}

TEST_CASE("BAR-1 the peak force is that of the wave, on every mesh, and that of one step is not",
          "[validation][output]") {
  const std::string impact = GENERATE("reflect", "stop");
  for (const int cells : {50, 100}) {
    Simulation s(bar(cells, 1, impact));
    core::PeakForces peaks;
    Real in_one_step = 0;
    s.run([&](Simulation& now) {
      const auto& facts = now.stepper.facts();
      peaks.add_step(facts.contact.forces.pairs, now.time(), facts.dt);
      for (const auto& pair : facts.contact.forces.pairs)
        in_one_step =
            std::max(in_one_step, std::hypot(pair.impulse[0], pair.impulse[1]) / facts.dt);
    });
    const auto peak = peaks.peak(0, 1, core::wave_transits(s.model));
    // rho c v A; the front of the wave rises above it by what the mesh cannot carry.
    CHECK(peak.force >= 300 * (1 - 0.01));
    CHECK(peak.force <= 300 * (1 + 0.06));
    CHECK(peak.window >= 4 * (10. / cells / std::sqrt(2)) / 30 * (1 - 1e-6));
    if (impact == "reflect") CHECK(in_one_step > 1.3 * peak.force);
  }
}
