// Load steps of a press: blocks that lie flush between a floor and a ram that comes down, in one step or several. Nothing
// but contact holds them, without friction. The closed form for Hooke's law in plane strain, blocks of equal width and
// material upon each other with the height H in all: sigma_yy = -E/(1 - nu^2) d/H, whatever the meshes are.
#include <fmt/format.h>

#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/property/random_numbers.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

class Press {
 public:
  explicit Press(unsigned seed) : random_(seed) {
    unit_ = random_.one_in(3) ? 1e-3 : 1;
    const int count = 1 + random_.pick(3);
    Real height = 0, compliance = 0;
    const Real young = random_.logarithmic(1e8, 1e10), poisson = random_.uniform(0.2, 0.45);
    for (int k = 0; k < count; ++k) {
      const Real high = unit_ * std::array{0.3, 0.5, 1.}[random_.pick(3)];
      bodies_ += fmt::format(R"({{"name": "block{}", "density": 1000, "translate": [0, {}],
          "mesh": {{"type": "rectangle", "size": [{}, {}], "cells": [{}, {}]}},
          "material": {{"type": "linear_elastic", "young": {}, "poisson": {}}}}}, )",
                             k, height, unit_, high, 2 + random_.pick(6), 1 + random_.pick(4),
                             young, poisson);
      height += high;
      compliance += high * (1 - poisson * poisson) / young;
    }
    way_ = height * random_.logarithmic(1e-4, 0.1);
    force_ = way_ / compliance * unit_;
    const auto obstacle = [&](const char* name, Real y) {
      return fmt::format(R"({{"name": "{}", "type": "obstacle", "translate": [{}, {}],
          "mesh": {{"type": "rectangle", "size": [{}, {}], "cells": [{}, 1]}}}})",
                         name, -unit_, y, 3 * unit_, unit_ / 4, 1 + random_.pick(5));
    };
    bodies_ += obstacle("floor", -unit_ / 4) + ", " + obstacle("ram", height);
    constraint_ = random_.one_in(2) ? "vertex_edge" : "node_to_facet";
    steps_ = std::array{1, 2, 5}[random_.pick(3)];
  }

  std::string scene() const {
    return fmt::format(R"({{"dimension": 2, "bodies": [{}],
      "supports": [{{"body": "ram", "velocity": [0, {}]}}], "integrator": {{"type": "quasi_static"}},
      "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "{}"}}, "solver": {{"type": "sqp"}}}},
      "time": {{"end": 1, "step": {}}}}})",
                       bodies_, -way_, constraint_, 1. / steps_);
  }
  Real force() const { return force_; }  ///< N, at the end

 private:
  property::RandomNumbers random_;
  Real unit_ = 1, way_ = 0, force_ = 0;
  std::string bodies_, constraint_;
  int steps_ = 1;
};

}  // namespace

TEST_CASE("a press strains blocks that begin flush as the closed form says",
          "[.][implicit][quasi_static]") {
  const unsigned seed = GENERATE(range(1U, 21U));
  const Press press(seed);
  CAPTURE(seed, press.scene());
  Simulation s(press.scene());
  Real share = 0;
  s.run([&](Simulation& now) { share = std::max(share, now.stepper.facts().equilibrium.share()); });
  CHECK(share <= 1e-8);
  Real force = 0;
  const core::StepFacts& facts = s.stepper.facts();
  for (const core::PairImpulse& pair : facts.contact.forces.pairs)
    force = std::max(force, std::abs(pair.impulse[1]) / facts.dt);
  CHECK(force == Approx(press.force()).epsilon(1e-6));
}
