// Round bodies in load steps: rings in each other against Lame's pressure, and a disk on a plane that nothing holds along
// it.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "core/step/step_failure.hpp"
#include "tests/property/random_numbers.hpp"
#include "tests/support/ipopt_built.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

/// Quarters of two rings, nodes in front of nodes. Pressure inside widens the inner one until it presses the other.
struct Rings {
  Real inner, middle, gap, outer, young, poisson, pressure;
  int along, across, across_outer;

  explicit Rings(unsigned seed) {
    property::RandomNumbers random(seed);
    middle = random.logarithmic(1e-3, 10);
    inner = middle * random.uniform(0.4, 0.7), outer = middle * random.uniform(1.2, 1.8);
    gap = middle * random.logarithmic(1e-5, 1e-3);
    young = random.logarithmic(1e3, 1e11), poisson = random.uniform(0, 0.45);
    pressure = gap / widening(inner, middle, middle, 1, 0) * random.uniform(1.5, 4);
    along = 12 + 4 * random.pick(3), across = 5, across_outer = 4;
  }
  /// m, of the radius r of a ring in plane strain (Lame).
  Real widening(Real a, Real b, Real r, Real inside, Real outside) const {
    const Real area = b * b - a * a;
    return (1 + poisson) / young *
           ((1 - 2 * poisson) * (inside * a * a - outside * b * b) / area * r +
            (inside - outside) * a * a * b * b / area / r);
  }
  /// Pa, between the rings.
  Real between() const {
    return (widening(inner, middle, middle, pressure, 0) - gap) /
           (widening(middle, outer, middle, 1, 0) - widening(inner, middle, middle, 0, 1));
  }
  std::string ring(const char* name, Real a, Real b, int layers) const {
    return fmt::format(
        R"({{"name": "{}", "density": 1, "mesh": {{"type": "ring", "inner": {}, "outer": {},
          "cells": [{}, {}], "angle": {}}},
        "material": {{"type": "linear_elastic", "young": {}, "poisson": {}}}}})",
        name, a, b, along, layers, std::numbers::pi / 2, young, poisson);
  }
  std::string text(const std::string& constraint, const std::string& solver, int steps) const {
    std::string supports;
    for (const char* body : {"in", "out"})
      supports += fmt::format(
          R"({}{{"body": "{}", "group": "start", "fix": ["y"]}}, {{"body": "{}", "group": "end", "fix": ["x"]}})",
          supports.empty() ? "" : ", ", body, body);
    return fmt::format(
        R"({{"dimension": 2, "bodies": [{}, {}], "supports": [{}],
      "loads": [{{"type": "pressure", "body": "in", "group": "inner", "pressure": {}, "follows": false,
        "factor": {{"type": "ramp", "end": 1}}}}],
      "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "{}"}},
        "solver": {{"type": "{}"}}}},
      "integrator": {{"type": "quasi_static"}}, "time": {{"end": 1, "step": {}}}}})",
        ring("in", inner, middle, across), ring("out", middle + gap, outer, across_outer), supports,
        pressure, constraint, solver, 1. / steps);
  }
};

}  // namespace

TEST_CASE("a ring that is widened presses another as Lame says", "[implicit][quasi_static][sqp]") {
  const std::string constraint = GENERATE("vertex_edge", "node_to_facet");
  for (unsigned seed = 1; seed <= 6; ++seed) {
    const Rings rings(seed);
    const int steps = 1 + static_cast<int>(seed) % 3;
    CAPTURE(constraint, seed, steps, rings.along, rings.gap / rings.middle);
    Simulation s(rings.text(constraint, "sqp", steps));
    Index retries = 0;
    Real share = 0;
    REQUIRE_NOTHROW(s.run([&](Simulation& now) {
      retries += now.stepper.facts().retries;
      share = std::max(share, now.stepper.facts().equilibrium.share());
    }));
    CHECK(retries == 0);
    CHECK(share <= 1e-8);
    const core::ContactForces& forces = s.stepper.facts().contact.forces;
    const auto& vertex_node = s.model.vertex_node();
    Real along_x = 0;  // on the outer ring: the pressure over the quarter, seen along x
    for (std::size_t v = 0; 2 * v < forces.vertex_force.size(); ++v)
      if (vertex_node[v] >= s.model.bodies()[1].nodes.begin) along_x += forces.vertex_force[2 * v];
    CHECK(along_x == Approx(rings.between() * rings.middle).epsilon(0.015));
    CHECK(s.audit().clean());
  }
}

TEST_CASE("a disk on a plane that holds it across alone rests with ipopt as with sqp",
          "[implicit][quasi_static][ipopt]") {
  if (!ipopt_built()) return;
  const auto strain = [](const char* solver) {
    Simulation s(fmt::format(R"({{"dimension": 2, "bodies": [
        {{"name": "disk", "density": 1000, "translate": [0, 0.5], "mesh": {{"type": "disk", "radius": 0.5, "rings": 8}},
          "material": {{"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}}},
        {{"name": "ground", "type": "obstacle", "half_space": {{"normal": [0, 1]}}}}],
      "loads": [{{"type": "gravity", "acceleration": [0, -9.81], "factor": {{"type": "ramp", "end": 1}}}}],
      "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "half_space"}},
        "solver": {{"type": "{}"}}}},
      "integrator": {{"type": "quasi_static"}}, "time": {{"end": 1, "step": 0.5}}}})",
                             solver));
    Index retries = 0;
    REQUIRE_NOTHROW(s.run([&](Simulation& now) { retries += now.stepper.facts().retries; }));
    CHECK(retries == 0);
    CHECK(s.stepper.facts().equilibrium.share() <= 1e-8);
    return s.balance.now().strain;
  };
  CHECK(strain("ipopt") == Approx(strain("sqp")).epsilon(1e-8));
}

namespace {

/// A ring that lies on a plate and is squeezed by another one. Nothing holds it across, and it rolls to where it has
/// least energy.
std::string squeezed_ring(unsigned seed) {
  property::RandomNumbers random(seed);
  const Real outer = random.logarithmic(1e-3, 10), inner = outer * random.uniform(0.7, 0.9);
  const Real gap = outer * std::array{0., 1e-3, 2e-2}[random.pick(3)];
  const int along = 16 + random.pick(20), across = 2 + random.pick(2);
  const Real young = random.logarithmic(1e5, 1e11), poisson = random.uniform(0, 0.45);
  const Real way = gap + outer * random.uniform(0.02, 0.25);
  return fmt::format(R"({{"dimension": 2, "bodies": [
      {{"name": "ring", "density": 1000, "translate": [0, {0}],
        "mesh": {{"type": "ring", "inner": {1}, "outer": {0}, "cells": [{2}, {3}]}},
        "material": {{"type": "neo_hookean", "young": {4}, "poisson": {5}}}}},
      {{"name": "low", "type": "obstacle", "translate": [-{6}, -{7}],
        "mesh": {{"type": "rectangle", "size": [{8}, {7}], "cells": [4, 1]}}}},
      {{"name": "high", "type": "obstacle", "translate": [-{6}, {9}],
        "mesh": {{"type": "rectangle", "size": [{8}, {7}], "cells": [4, 1]}}}}],
    "supports": [{{"body": "high",
      "path": {{"type": "table", "times": [0, 1], "displacements": [[0, 0], [0, -{10}]]}}}}],
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "vertex_edge"}},
      "solver": {{"type": "sqp"}}}},
    "integrator": {{"type": "quasi_static"}}, "time": {{"end": 1, "step": 0.25}}}})",
                     outer, inner, along, across, young, poisson, 2 * outer, 0.2 * outer, 4 * outer,
                     2 * outer + gap, way);
}

}  // namespace

TEST_CASE(
    "a ring between plates that let it roll is squeezed to the end, or snaps to another place",
    "[implicit][quasi_static][sqp]") {
  constexpr unsigned rings = 6;
  unsigned ended = 0;
  for (unsigned seed = 1; seed <= rings; ++seed) {
    CAPTURE(seed);
    Simulation s(squeezed_ring(seed));
    Real share = 0;
    try {
      s.run([&](Simulation& now) {
        share = std::max(share, now.stepper.facts().equilibrium.share());
      });
      ++ended;
      CHECK(s.balance.now().strain > 0);
    } catch (const core::StepError& e) {
      CHECK_THAT(e.what(), Catch::Contains("slide"));
    }
    CHECK(share <= 2e-9);  // as the place was where the iteration ended
    CHECK(s.audit().clean());
  }
  CHECK(ended >= rings - 2);
}

namespace {

/// A fine disk between plates of a few thick elements, squeezed in one load step, in which the upper plate passes more than
/// an element of the disk.
std::string squeezed_disk(unsigned seed, const char* constraint) {
  property::RandomNumbers random(seed);
  const Real radius = random.logarithmic(1e-3, 10), plate = radius * random.uniform(0.5, 2);
  const int rings = 6 + random.pick(10), cells = 1 + random.pick(3);
  const Real young = random.logarithmic(1e4, 1e11), poisson = random.uniform(0, 0.45);
  return fmt::format(R"({{"dimension": 2, "bodies": [
      {{"name": "disk", "density": 1000, "mesh": {{"type": "disk", "radius": {0}, "rings": {1}}},
        "material": {{"type": "neo_hookean", "young": {2}, "poisson": {3}}}}},
      {{"name": "low", "type": "obstacle", "translate": [{4}, {5}],
        "mesh": {{"type": "rectangle", "size": [{6}, {7}], "cells": [{8}, 1]}}}},
      {{"name": "high", "type": "obstacle", "translate": [{4}, {0}],
        "mesh": {{"type": "rectangle", "size": [{6}, {7}], "cells": [{8}, 1]}}}}],
    "supports": [{{"body": "high",
      "path": {{"type": "table", "times": [0, 1], "displacements": [[0, 0], [0, {9}]]}}}}],
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "{10}"}},
      "solver": {{"type": "sqp"}}}},
    "integrator": {{"type": "quasi_static"}}, "time": {{"end": 1, "step": 1}}}})",
                     radius, rings, young, poisson, -3 * radius, -radius - plate, 6 * radius, plate,
                     cells, -radius * random.uniform(0.02, 0.08), constraint);
}

/// J, and N on the disk from below and from above.
std::array<Real, 3> squeezed(const std::string& text) {
  Simulation s(text);
  REQUIRE_NOTHROW(s.run());
  CHECK(s.audit().clean());
  const core::ContactForces& forces = s.stepper.facts().contact.forces;
  const auto& vertex_node = s.model.vertex_node();
  Real below = 0, above = 0;
  for (std::size_t v = 0; 2 * v < forces.vertex_force.size(); ++v)
    if (vertex_node[v] < s.model.bodies()[0].nodes.end) {
      below += std::max<Real>(0, forces.vertex_force[2 * v + 1]);
      above -= std::min<Real>(0, forces.vertex_force[2 * v + 1]);
    }
  return {s.balance.now().strain, below, above};
}

}  // namespace

TEST_CASE("a fine disk is squeezed between thick plates in one long step with all of its nodes",
          "[implicit][quasi_static][sqp]") {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    CAPTURE(seed);
    const auto by_nodes = squeezed(squeezed_disk(seed, "node_to_facet")),
               by_elements = squeezed(squeezed_disk(seed, "vertex_edge"));
    CHECK(by_nodes[1] == Approx(by_nodes[2]).epsilon(1e-6));
    for (std::size_t i = 0; i < 3; ++i) CHECK(by_nodes[i] == Approx(by_elements[i]).epsilon(1e-5));
  }
}
