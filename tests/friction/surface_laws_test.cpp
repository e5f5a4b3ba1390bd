// Laws between named surfaces act on the rows between these surfaces, and on no others; and laws of a
// square metre of surface do not depend on how many contacts a mesh has there.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <numeric>

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

/// A block bonded to a base and pulled off it by a traction that grows slowly to `share` of kSigma. It
/// does not begin at zero, where a bond carries no friction and breaks by rounding.
struct PulledBlock {
  bool rigid = true;
  int cells = 1;
  Real largest_area = 0.2;

  Simulation scene(Real share) const {
    const std::string kind =
        rigid ? R"("type": "rigid")"
              : R"("material": {"type": "neo_hookean", "young": 1e8, "poisson": 0})";
    // A rigid block by its upper side; an elastic one by its volume, at all nodes at once.
    const std::string load =
        rigid ? fmt::format(
                    R"("type": "traction", "body": "block", "group": "top", "traction": [0, {}])",
                    share * kSigma)
              : fmt::format(R"("type": "gravity", "acceleration": [0, {}])",
                            share * kSigma / (1000 * 0.5));
    return Simulation(fmt::format(
        R"({{"bodies": [
    {{"name": "block", {}, "density": 1000, "thickness": {},
      "mesh": {{"type": "rectangle", "size": [1, 0.5], "cells": [{}, 2]}}}},
    {{"name": "base", "type": "obstacle", "translate": [-0.7, -1],
      "mesh": {{"type": "rectangle", "size": [2.1, 1], "cells": [1, 1]}}}}],
    "loads": [{{{}, "factor": {{"type": "ramp", "from": 0.1, "end": 0.1, "smooth": true}}}}],
    "integrator": {{"type": "moreau_jean"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_to_facet"}},
      "solver": {{"type": "direct"}},
      "laws": [{{"between": ["*", "*"], "type": "spring_dashpot", "friction": 10, "spring": 1e9,
                 "dashpot": 3e5, "cohesion": {:.17g}, "largest_area": {:.17g}}}]}},
    "time": {{"end": 0.12, "step": 5e-5}}}})",
        kind, kThickness, cells, load, kSigma, largest_area));
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
    out.most = std::max(out.most, std::abs(facts.outside.support_impulse[1] / facts.dt));
    out.holds = facts.contact.forces.contacts > 0;
  });
  return out;
}

}  // namespace

TEST_CASE("a block bonded by the square metre is torn off by sigma times its area on any mesh",
          "[friction][cohesion]") {
  const Real area = 1 * kThickness;
  // A rigid block with a contact at each end, and elastic ones with three and six, of which the inner
  // ones carry twice as much. (More contacts on one rigid body are not for "direct" with friction.)
  for (const PulledBlock& block : {PulledBlock{}, PulledBlock{.rigid = false, .cells = 2},
                                   PulledBlock{.rigid = false, .cells = 5}}) {
    CAPTURE(block.rigid, block.cells);
    const Pulled below = pull(block, 0.98), above = pull(block, 1.02);
    CHECK(below.holds);
    CHECK(below.most == Approx(0.98 * kSigma * area).epsilon(5e-3));
    CHECK_FALSE(above.holds);
    CHECK(above.most <= kSigma * area * (1 + 1e-9));
    CHECK(above.most >= 0.98 * kSigma * area);
  }
}

namespace {

/// Does nothing, and adds up the shares of the contacts it is asked about.
class Measure final : public ContactLaw {
 public:
  explicit Measure(std::vector<Real>& area) : area_(area) {}
  void capabilities(Capabilities& c) const override { c.provides(capability::explicit_law); }

 private:
  Index do_solve(const LawBatch& b, Context&) const override {
    area_.assign(b.problem->area.begin(), b.problem->area.end());
    std::fill(b.R.begin(), b.R.end(), Real{0});
    return 0;
  }
  std::vector<Real>& area_;
};

/// The shares of the contacts between a block of 1 m on a base of 2.1 m that begins at `shift`, both
/// turned by `turn`.
std::vector<Real> shares(int cells, int base_cells, Real shift, Real width = 2.1, Real turn = 0) {
  std::vector<Real> area;
  const auto turned = [&](Real x, Real y) {
    return fmt::format("[{:.17g}, {:.17g}]", std::cos(turn) * x - std::sin(turn) * y,
                       std::sin(turn) * x + std::cos(turn) * y);
  };
  Simulation s(fmt::format(R"({{"bodies": [
    {{"name": "block", "density": 1000, "thickness": 0.2, "rotate": {0:.17g},
      "mesh": {{"type": "rectangle", "size": [1, 0.5], "cells": [{1}, 2]}},
      "material": {{"type": "neo_hookean", "young": 1e6, "poisson": 0}}}},
    {{"name": "base", "type": "rigid", "density": 1000, "thickness": 0.3, "rotate": {0:.17g},
      "translate": {2}, "mesh": {{"type": "rectangle", "size": [{3}, 1], "cells": [{4}, 1]}}}}],
    "integrator": {{"type": "moreau_jean"}},
    "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "node_to_facet"}},
      "solver": {{"type": "direct"}},
      "laws": [{{"between": ["*", "*"], "type": "spring_dashpot", "spring": 1e6}}]}},
    "time": {{"end": 0.1, "step": 1e-6}}}})",
                           turn, cells, turned(shift, -1), width, base_cells),
               [&](core::Configuration& c) {
                 c.contact.laws[0].law.object = std::make_unique<Measure>(area);
               });
  s.step();
  return area;
}

Real sum(const std::vector<Real>& list) {
  return std::accumulate(list.begin(), list.end(), Real{0});
}

}  // namespace

TEST_CASE("the shares of all contacts of an interface add up to it, whatever the meshes",
          "[friction][cohesion]") {
  const Real turn = GENERATE(0., 0.3);
  const std::vector<Real> alone = shares(4, 1, -0.7, 2.1, turn);
  REQUIRE(alone.size() == 5);  // the block's own vertices
  std::vector<Real> sorted = alone;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < 5; ++i)
    CHECK(sorted[i] == Approx(i < 2 ? 0.2 / 8 : 0.2 / 4).epsilon(1e-12));
  CHECK(sum(shares(4, 9, -0.65, 2.1, turn)) == Approx(0.2).epsilon(1e-9));  // and the base's
  CHECK(sum(shares(3, 7, -0.7, 2.1, turn)) == Approx(0.2).epsilon(1e-9));   // some at one place
  CHECK(sum(shares(4, 4, 0, 1, turn)) == Approx(0.2).epsilon(1e-9));        // all at one place
  CHECK(sum(shares(5, 3, 0, 1, turn)) == Approx(0.2).epsilon(1e-9));
  CHECK(sum(shares(3, 2, 0.4, 2.1, turn)) == Approx(0.6 * 0.2).epsilon(1e-9));  // one hangs over
  CHECK(sum(shares(3, 2, -0.3, 0.7, turn)) == Approx(0.4 * 0.2).epsilon(1e-9));
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
