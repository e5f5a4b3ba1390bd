// Bodies that touch themselves in space, and what looking for it costs where nothing does.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::Simulation;

namespace {

/// Runs one of the gallery's scenes to an earlier end than it has.
void check_folds(const std::string& name, Real end) {
  Simulation s = Simulation::from_file(TACTUS_SOURCE_DIR "/configs/gallery/" + name + ".json",
                                       {fmt::format("/time/end={}", end)});
  const Real start = s.balance.initial();
  Index dirty = 0, contacts = 0, steps = 0;
  s.run([&](Simulation& now) {
    contacts += now.stepper.facts().contact.forces.contacts > 0;
    if (++steps % 5 == 0) dirty += !now.audit().clean();
  });
  CHECK(dirty == 0);
  CHECK(contacts > 50);
  // At most what was there at the start and what supports have put in, and loads.
  const Real most = start + s.balance.account().sum().outside;
  CHECK(s.balance.total() <= 1.001 * most);
  CHECK(s.balance.account().gains().contact_share <= 1e-3);
}

struct Throw {
  Index lists = 0, steps = 0;
  std::vector<Real> energy;
};

/// SPC-3: a sphere is thrown on a plate at a fifth of the wave speed.
Throw sphere_on_plate(bool itself) {
  const std::string rubber = fmt::format(
      R"("density": 1000, "self_contact": {},
         "material": {{"type": "neo_hookean", "young": 1e7, "poisson": 0.3}})",
      itself);
  Simulation s(fmt::format(R"({{"dimension": 3, "bodies": [
      {{"name": "plate", "mesh": {{"type": "box", "size": [1.5, 1.5, 0.15], "cells": [10, 10, 1]}},
        "translate": [-0.737, -0.733, -0.15], {0}}},
      {{"name": "sphere", "mesh": {{"type": "ball", "radius": 0.5, "cells": 5}}, "translate": [0, 0, 0.501],
        {0}, "velocity": [0, 0, -23.2]}}],
      "integrator": {{"type": "newmark"}},
      "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "vertex_face"}},
                   "solver": {{"type": "local_sqp"}}}},
      "time": {{"end": 0.03, "step": 2e-4}}}})",
                           rubber));
  Throw outcome;
  s.run([&](Simulation& now) {
    outcome.lists += now.stepper.facts().lists.searches;
    ++outcome.steps;
    outcome.energy.push_back(now.balance.now().kinetic);
  });
  return outcome;
}

}  // namespace

TEST_CASE("a coil that closes touches itself and never cuts itself", "[space][self]") {
  check_folds("closing_coil", 0.05);
}

TEST_CASE("SPC-3 self contact changes no digit where nothing folds, and makes no more lists",
          "[space][self]") {
  const Throw with = sphere_on_plate(true), without = sphere_on_plate(false);
  REQUIRE(with.energy.size() == without.energy.size());
  Index different = 0;
  for (std::size_t i = 0; i < with.energy.size(); ++i)
    different += std::abs(with.energy[i] - without.energy[i]) > 1e-12 * without.energy[0];
  CHECK(different == 0);
  CHECK(with.steps > 100);
  CHECK(with.lists == without.lists);
}
