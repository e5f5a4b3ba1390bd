// Things that lie on each other in implicit steps: blocks that are laid down touching exactly, flush or with meshes
// that do not match, of equal or different stiffness, in metres and millimetres; and bodies on which nothing acts.
// They begin without any energy, so that every number is a large part of it.
#include <fmt/format.h>

#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/property/random_numbers.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

struct Rule {
  std::string integrator, constraint, solver;
};

const std::vector<Rule> kRules = {
    {R"({"type": "newmark", "beta": 0.25})", "vertex_edge", R"({"type": "sqp"})"},
    {R"({"type": "newmark", "beta": 0.25, "mass": "lumped", "impact": "stop"})", "vertex_edge",
     R"({"type": "sqp"})"},
    {R"({"type": "newmark", "beta": 0.25})", "node_to_facet", R"({"type": "sqp"})"},
    {R"({"type": "modified_midpoint"})", "vertex_edge", R"({"type": "sqp"})"},
    {R"({"type": "modified_midpoint", "mass": "lumped"})", "node_to_facet", R"({"type": "sqp"})"},
    {R"({"type": "energy_momentum", "tangent": "symmetrised"})", "vertex_edge",
     R"({"type": "sqp"})"},
    {R"({"type": "energy_momentum", "contact": "middle"})", "node_to_facet",
     R"({"type": "penalty"})"}};

/// 2 to 5 blocks on an obstacle, each exactly on the one below, under a weight that compresses them by `strain`.
class Stack {
 public:
  explicit Stack(unsigned seed) : random_(seed) {}

  std::string scene(const Rule& rule) {
    const Real unit = random_.one_in(3) ? 1e-3 : 1, young = random_.logarithmic(1e5, 1e11);
    const Real ratio = random_.one_in(2) ? 1 : random_.logarithmic(1, 1e3);
    const int count = 2 + random_.pick(4);
    std::string bodies =
        fmt::format(R"({{"name": "floor", "type": "obstacle", "translate": [{}, {}],
        "mesh": {{"type": "rectangle", "size": [{}, {}], "cells": [{}, 1]}}}})",
                    -unit, -unit / 2, 3 * unit, unit / 2, 1 + random_.pick(9));
    Real height = 0, least = 1;
    for (int k = 0; k < count; ++k) {
      const Real wide = unit * std::array{1., 1., 0.8, 0.5}[random_.pick(4)];
      const Real high = unit * std::array{0.5, 0.3, 1.}[random_.pick(3)];
      const int cells = 2 + random_.pick(4), rows = 1 + random_.pick(3);
      const Real stiff = young * (k % 2 ? ratio : 1);
      bodies += fmt::format(R"(, {{"name": "block{}", "density": 2700, "translate": [{}, {}],
          "mesh": {{"type": "rectangle", "size": [{}, {}], "cells": [{}, {}], "triangles": {}}},
          "material": {{"type": "neo_hookean", "young": {}, "poisson": {}}}}})",
                            k, random_.one_in(2) ? 0 : (unit - wide) / 2, height, wide, high, cells,
                            rows, random_.one_in(2) ? 2 : 4, stiff,
                            std::array{0.3, 0.4, 0.45}[random_.pick(3)]);
      height += high;
      least = std::min(least, std::min(wide / cells, high / rows) / std::sqrt(2 * stiff / 2700));
    }
    const Real step = least * std::array{0.5, 1., 5., 10.}[random_.pick(4)];
    const Real g = std::array{1e-6, 1e-4, 1e-3}[random_.pick(3)] * young / (2700 * height);
    return fmt::format(R"({{"dimension": 2, "bodies": [{}],
      "loads": [{{"type": "gravity", "acceleration": [0, {}]}}], "integrator": {},
      "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "{}"}}, "solver": {}}},
      "time": {{"end": {}, "step": {}}}}})",
                       bodies, -g, rule.integrator, rule.constraint, rule.solver, 30 * step, step);
  }

 private:
  property::RandomNumbers random_;
};

}  // namespace

TEST_CASE("blocks that are laid on each other rest in implicit steps", "[implicit][sqp]") {
  const auto rule = GENERATE(range(std::size_t{0}, std::size_t{7}));
  const unsigned seed = GENERATE(range(1U, 6U));
  CAPTURE(kRules[rule].integrator, kRules[rule].constraint, seed);
  Simulation s(Stack(seed).scene(kRules[rule]));
  Index contacts = 0;
  s.run([&](Simulation& now) { contacts += now.stepper.facts().contact.forces.contacts > 0; });
  CHECK(contacts > 0);
  CHECK(s.balance.account().gains().contact_share <= s.balance.account().gain_limit());
  CHECK(s.balance.account().gains().integration_share <= 1e-2);
}

TEST_CASE("bodies on which nothing acts stay where they are", "[implicit][newton]") {
  const auto rule = GENERATE(range(std::size_t{0}, std::size_t{7}));
  CAPTURE(kRules[rule].integrator, kRules[rule].constraint);
  Simulation s(fmt::format(R"({{"dimension": 2, "bodies": [
      {{"name": "bar", "density": 7800, "rotate": -0.16, "translate": [-1.3, 0.5],
        "mesh": {{"type": "rectangle", "size": [2.77, 0.47], "cells": [6, 3]}},
        "material": {{"type": "st_venant_kirchhoff", "young": 7.4e6, "poisson": 0.3}}}},
      {{"name": "disk", "density": 7800, "translate": [0, 1.6],
        "mesh": {{"type": "disk", "radius": 0.615, "rings": 3}},
        "material": {{"type": "neo_hookean", "young": 7.4e8, "poisson": 0.45}}}}],
      "integrator": {},
      "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "{}"}}, "solver": {}}},
      "time": {{"end": 0.04, "step": 6.4e-4}}}})",
                           kRules[rule].integrator, kRules[rule].constraint, kRules[rule].solver));
  Index retries = 0;
  s.run([&](Simulation& now) { retries += now.stepper.facts().retries; });
  CHECK(retries == 0);
}
