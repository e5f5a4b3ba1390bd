// Random bodies that are thrown at a floor in implicit steps: no step is tried again, contact brings in no energy, and
// momentum less the impulse of the floor stays.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/property/random_numbers.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

/// A disk or a block, turned, that meets the floor with a part of the speed of its waves within two steps, in each of
/// which waves cross up to `most` cells.
std::string thrown(unsigned seed, const std::string& integrator, Real most) {
  property::RandomNumbers random(seed);
  const Real size = random.logarithmic(1e-3, 10), young = random.logarithmic(1e3, 1e11);
  const Real density = random.logarithmic(10, 1e4), poisson = random.uniform(0, 0.45);
  const Real waves = std::sqrt(young / density), speed = waves * random.logarithmic(3e-4, 0.03);
  const int cells = 2 + random.pick(3);
  const Real step =
      std::min(most, std::array{0.3, 1., 2., 5.}[random.pick(4)]) * size / cells / waves;
  const bool is_disk = random.one_in(2);
  const std::string mesh = is_disk
                               ? fmt::format(R"("disk", "radius": {}, "rings": {})", size, cells)
                               : fmt::format(R"("rectangle", "size": [{}, {}], "cells": [{}, {}])",
                                             size, 2 * size, cells, 2 * cells);
  const Real turn = random.uniform(0, 1.5), gap = random.uniform(0, 2) * speed * step;
  return fmt::format(R"({{"dimension": 2, "bodies": [{{"name": "body", "density": {}, "rotate": {},
        "velocity": [{}, {}], "translate": [0, {}], "mesh": {{"type": {}}},
        "material": {{"type": "{}", "young": {}, "poisson": {}}}}}],
      "integrator": {},
      "contact": {{"broad_phase": {{"type": "grid"}},
        "constraint": {{"type": "floor", "normal": [0, 1]}}, "solver": {{"type": "sqp"}}}},
      "time": {{"end": {}, "step": {}}}}})",
                     density, turn, speed * random.uniform(-1, 1), -speed,
                     (is_disk ? size : 0) + gap, mesh,
                     random.one_in(2) ? "neo_hookean" : "st_venant_kirchhoff", young, poisson,
                     integrator, 60 * step, step);
}

}  // namespace

TEST_CASE("bodies that are thrown at a floor take the implicit steps that were asked for",
          "[implicit][sqp]") {
  const std::string integrator =
      GENERATE(R"({"type": "newmark", "beta": 0.25, "impact": "stop"})",
               R"({"type": "newmark", "beta": 0.25, "impact": "stop", "mass": "lumped"})",
               R"({"type": "energy_momentum", "tangent": "symmetrised"})");
  int touched = 0;
  for (unsigned seed = 1; seed <= 8; ++seed) {
    // In longer steps corners that stop gain energy.
    const Real most = integrator.find("stop") == integrator.npos ? 5 : 1;
    const std::string text = thrown(seed, integrator, most);
    CAPTURE(seed, text);
    Simulation s(text);
    Index retries = 0, contacts = 0;
    const core::Account& account = s.balance.account();
    Real before = account.energy(), open = 0;
    const Real start = before;
    s.run([&](Simulation& now) {
      retries += now.stepper.facts().retries;
      contacts += now.stepper.facts().contact.forces.contacts > 0;
      open = std::max(open, std::abs(account.energy() - before - account.step().sum()) / start);
      before = account.energy();
    });
    touched += contacts > 0;
    CHECK(retries == 0);
    CHECK(account.gains().contact_share <= account.gain_limit());
    CHECK(open <= 1e-9);
    CHECK(s.balance.linear_drift() <= 1e-11 * s.balance.linear_scale());
  }
  CHECK(touched >= 6);
}

TEST_CASE("explicit steps have no rows of contacts that pushed before and are open now",
          "[implicit][local_sqp]") {
  Simulation s(R"({"dimension": 2, "bodies": [
      {"name": "body", "density": 1, "rotate": 0.6, "translate": [0, 0.001], "velocity": [0, -0.05],
        "mesh": {"type": "rectangle", "size": [1, 1], "cells": [3, 3]},
        "material": {"type": "neo_hookean", "young": 1, "poisson": 0.3}},
      {"name": "ground", "type": "obstacle", "translate": [-2, -1],
        "mesh": {"type": "rectangle", "size": [4, 1], "cells": [4, 1]}}],
    "integrator": {"type": "newmark"},
    "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "node_to_facet"},
      "solver": {"type": "local_sqp"}},
    "time": {"end": 3, "step": "auto"}})");
  Index pushed = 0, idle = 0;
  s.run([&](Simulation& now) {
    const bool pushes = now.stepper.facts().contact.forces.contacts > 0;
    pushed += pushes;
    idle += !pushes && now.stepper.contact()->rows().count > 0;
  });
  CHECK(pushed > 5);
  CHECK(idle == 0);
}
