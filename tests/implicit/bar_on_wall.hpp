// BAR-1: an elastic bar hits a rigid wall, as a strip of triangles with Poisson's ratio 0, and what is measured of it.
// E = 900, density 1, length 10 in 100 cells, section 1: waves have 30 m/s, and contact lasts for 2/3 s.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "tests/support/simulation.hpp"

namespace tactus::testing {

struct BarOnWall {
  std::string integrator;
  std::string contact;  ///< the contact section without its broad phase
  Real of_cell = 1;     ///< of a cell a wave passes in a step
  Real speed = 1, gap = 0.5;
  Real end = 2;  ///< s

  Real dt() const { return of_cell * 0.1 / 30; }
  /// s, when the bar meets the wall.
  Real impact() const { return gap / speed; }
  std::string text() const {
    return fmt::format(R"({{"dimension": 2, "bodies": [
        {{"name": "bar", "density": 1, "thickness": 5, "velocity": [{:.17g}, 0], "translate": [{:.17g}, 0],
          "mesh": {{"type": "rectangle", "size": [10, 0.2], "cells": [100, 2], "triangles": 2}},
          "material": {{"type": "linear_elastic", "young": 900, "poisson": 0}}}},
        {{"name": "wall", "type": "obstacle", "translate": [-1, -0.9],
          "mesh": {{"type": "rectangle", "size": [1, 2], "cells": [1, 1]}}}}],
      "integrator": {}, "contact": {{"broad_phase": {{"type": "grid"}}, {}}},
      "time": {{"end": {:.17g}, "step": {:.17g}}}}})",
                       -speed, gap, integrator, contact, end, dt());
  }
};

/// Energies are those over that at the start. The mean force and its noise are of the middle 80 % of contact.
struct Hit {
  Real first = -1, last = -1;  ///< s, ends of the steps in which contact acts
  Real impulse = 0, mean = 0, noise = 0;
  Real energy = 0, highest = 0;
  Real open = 0;    ///< largest change of the energy in a step that the account does not name
  Real change = 0;  ///< largest change of T + U in a step that is not the work of contact
};

inline Hit measure(Simulation& s, const BarOnWall& bar) {
  Hit hit;
  const Real start = s.balance.total(), window = 2. / 3;
  Real total = start, before = s.balance.account().energy(), n = 0, sum = 0, square = 0;
  s.run([&](Simulation& now) {
    const core::Account& account = now.balance.account();
    hit.highest = std::max(hit.highest, now.balance.total() / start);
    hit.open =
        std::max(hit.open, std::abs(account.energy() - before - account.step().sum()) / start);
    hit.change = std::max(hit.change,
                          std::abs(now.balance.total() - total - account.step().contact) / start);
    before = account.energy(), total = now.balance.total();
    Real impulse = 0;
    for (const auto& pair : now.stepper.facts().contact.forces.pairs)
      impulse += std::abs(pair.impulse[0]);
    const Real force = impulse / now.stepper.facts().dt, since = now.time() - bar.impact();
    if (since > 0.1 * window && since < 0.9 * window) n += 1, sum += force, square += force * force;
    if (impulse == 0) return;
    if (hit.first < 0) hit.first = now.time();
    hit.last = now.time();
    hit.impulse += impulse;
  });
  hit.mean = sum / n;
  hit.noise = std::sqrt(std::max<Real>(0, square / n - hit.mean * hit.mean)) / hit.mean;
  hit.energy = s.balance.total() / start;
  return hit;
}

}  // namespace tactus::testing
