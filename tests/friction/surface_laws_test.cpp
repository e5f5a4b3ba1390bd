// Laws between named surfaces act on the rows between these surfaces, and on no others; and laws of a
// square metre of surface do not depend on how many contacts a mesh has there.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::Simulation;

namespace {

/// A block that slides over a level floor, pressed on it by gravity.
std::string sliding_block(const std::string& laws) {
  return fmt::format(R"({{"bodies": [
    {{"name": "block", "density": 1000, "velocity": [2, 0],
      "mesh": {{"type": "rectangle", "size": [1, 0.5], "cells": [4, 2]}},
      "material": {{"type": "neo_hookean", "young": 1e6, "poisson": 0.3}}}},
    {{"name": "floor", "type": "obstacle", "translate": [-10, -1],
      "mesh": {{"type": "rectangle", "size": [40, 1], "cells": [40, 1]}}}}],
    "loads": [{{"type": "gravity", "acceleration": [0, -9.81]}}],
    "integrator": {{"type": "moreau"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_facet_gap"}},
      "solver": {{"type": "plain_gauss_seidel"}}, "laws": [{}]}},
    "time": {{"end": 0.01}}}})",
                     laws);
}

std::string law(const std::string& a, const std::string& b, Real friction) {
  return fmt::format(R"({{"between": ["{}", "{}"], "type": "plane_coulomb", "friction": {}}})", a,
                     b, friction);
}

/// Momentum along the floor and speed of the block's corner nodes at the end.
std::vector<Real> end_of(const std::string& laws) {
  Simulation s(sliding_block(laws));
  s.run();
  return {s.stepper.state().v.begin(), s.stepper.state().v.end()};
}

constexpr Real kSigma = 1e4, kThickness = 0.2;  // Pa, m; the block is 1 m wide

/// A block bonded to a base and pulled off it by a traction that grows slowly to `share` of kSigma.
struct PulledBlock {
  std::string kind = R"("type": "rigid")";
  int cells = 1, base_cells = 1;
  Real largest_area = 0.2;

  Simulation scene(Real share) const {
    return Simulation(fmt::format(
        R"({{"bodies": [
    {{"name": "block", {}, "density": 1000, "thickness": {},
      "mesh": {{"type": "rectangle", "size": [1, 0.5], "cells": [{}, 2]}}}},
    {{"name": "base", "type": "obstacle", "translate": [-0.7, -1],
      "mesh": {{"type": "rectangle", "size": [2.1, 1], "cells": [{}, 1]}}}}],
    "loads": [{{"type": "traction", "body": "block", "group": "top", "traction": [0, {:.17g}],
                "factor": {{"type": "ramp", "end": 0.1, "smooth": true}}}}],
    "integrator": {{"type": "moreau_jean"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_to_facet"}},
      "solver": {{"type": "direct"}},
      "laws": [{{"between": ["*", "*"], "type": "spring_dashpot", "spring": 1e9, "dashpot": 3e5,
                 "cohesion": {:.17g}, "largest_area": {:.17g}}}]}},
    "time": {{"end": 0.12, "step": 5e-5}}}})",
        kind, kThickness, cells, base_cells, share * kSigma, kSigma, largest_area));
  }
};

/// Whether the block is still there, and the largest force that held it.
struct Pulled {
  bool holds = false;
  Real most = 0;  ///< N
};

Pulled pull(const PulledBlock& block, Real share) {
  Simulation s = block.scene(share);
  Pulled out;
  s.run([&](Simulation& now) {
    const auto& facts = now.stepper.facts();
    out.most = std::max(out.most, std::abs(facts.support_impulse[1] / facts.dt));
    out.holds = facts.forces.contacts > 0;
  });
  return out;
}

}  // namespace

TEST_CASE("a block bonded by the square metre is torn off by sigma times its area on any mesh",
          "[friction][cohesion]") {
  const std::string elastic = R"("material": {"type": "neo_hookean", "young": 1e8, "poisson": 0})";
  const Real area = 1 * kThickness;
  // One contact at each end; eight, of which the inner ones carry twice as much; and with vertices of
  // the base in between, at other places.
  for (const PulledBlock& block :
       {PulledBlock{}, PulledBlock{.cells = 7}, PulledBlock{.cells = 4, .base_cells = 9},
        PulledBlock{.kind = elastic, .cells = 3, .base_cells = 5}}) {
    CAPTURE(block.kind, block.cells, block.base_cells);
    const Pulled below = pull(block, 0.99), above = pull(block, 1.01);
    CHECK(below.holds);
    CHECK(below.most == Approx(0.99 * kSigma * area).epsilon(2e-3));
    CHECK_FALSE(above.holds);
    CHECK(above.most <= kSigma * area * (1 + 1e-9));
    CHECK(above.most >= 0.99 * kSigma * area);
  }
}

TEST_CASE("a law of the square metre names a contact that is larger than it expects",
          "[friction][cohesion]") {
  CHECK_THROWS_WITH(pull({.cells = 2, .largest_area = 0.09}, 0.5),
                    Catch::Contains("whose share of the surface is 0.1 m^2") &&
                        Catch::Contains("its \"largest_area\" is 0.09 m^2"));
}

TEST_CASE("a law between two named surfaces acts on all rows between them", "[friction]") {
  const std::string none = law("*", "*", 0);
  const std::vector<Real> rough = end_of(law("*", "*", 0.4)), smooth = end_of(none);
  CHECK(rough != smooth);
  // The same bits: the corners of the block belong to the side that is named.
  CHECK(end_of(law("block/bottom", "floor/top", 0.4) + ", " + none) == rough);
  CHECK(end_of(law("floor", "block/bottom", 0.4) + ", " + none) == rough);
  // Sides that do not touch the floor.
  CHECK(end_of(law("block/top", "floor", 0.4) + ", " + none) == smooth);
  CHECK(end_of(law("block/bottom", "floor/left", 0.4) + ", " + none) == smooth);
}
