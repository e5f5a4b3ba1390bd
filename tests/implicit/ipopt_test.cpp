// ipopt in implicit steps of scenes: the same steps as sqp, and what it is refused for.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/implicit/scenes.hpp"
#include "tests/support/ipopt_built.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

using Sets = std::vector<std::string>;

Simulation paper_scene(const std::string& name, const std::string& solver, Sets sets) {
  sets.push_back("/contact/solver/type=" + solver);
  return Simulation::from_file(TACTUS_SOURCE_DIR "/configs/paper/" + name + ".json", sets);
}

struct Beside {
  Index steps = 0, contacts = 0;
  Real apart = 0;  ///< m, of any two positions at the same time
};

/// Makes steps by both solvers as long as they are of the same lengths: where one of them is divided or tried again, and
/// the other is not, as rounding decides, there is nothing to compare any more.
Beside run_beside(Simulation& a, Simulation& b, Index steps) {
  Beside beside;
  while (beside.steps < steps && !a.stepper.finished()) {
    a.step(), b.step();
    if (std::abs(a.time() - b.time()) > 1e-12 * a.time()) break;
    ++beside.steps;
    beside.contacts += b.stepper.facts().contact.forces.contacts > 0;
    beside.apart =
        std::max(beside.apart, largest_difference(a.stepper.state().q, b.stepper.state().q));
  }
  return beside;
}

std::string refusal(const std::string& name, Sets sets) {
  try {
    paper_scene(name, "ipopt", std::move(sets));
  } catch (const std::exception& e) {
    return e.what();
  }
  return "nothing";
}

Sets squares(const std::string& integrator) {
  return {"/integrator=" + integrator, "/time/step=6.4e-6", "/time/end=1e-3"};
}

}  // namespace

TEST_CASE("ipopt and sqp make the same implicit steps of squares that meet at their corners",
          "[implicit][ipopt]") {
  if (!ipopt_built()) return;
  const std::string integrator =
      GENERATE(as<std::string>{}, R"({"type": "newmark", "beta": 0.25, "mass": "lumped"})",
               R"({"type": "newmark", "beta": 0.25})", R"({"type": "modified_midpoint"})",
               R"({"type": "midpoint"})");
  CAPTURE(integrator);
  auto a = paper_scene("four_squares", "sqp", squares(integrator)),
       b = paper_scene("four_squares", "ipopt", squares(integrator));
  const Real start = b.balance.total();
  const Beside beside = run_beside(a, b, 19);
  CHECK(beside.contacts >= 8);
  CHECK(beside.apart <= 1e-11 * b.context().scales.length);
  CHECK(b.balance.linear_drift() <= 1e-12 * b.balance.linear_scale());
  // Contact in the middle of the step gains energy by its nature.
  if (integrator.find(R"("midpoint")") == std::string::npos)
    CHECK(b.balance.total() <= 1.02 * start);
}

TEST_CASE("ipopt and sqp make the same implicit steps of a disk on a block", "[implicit][ipopt]") {
  if (!ipopt_built()) return;
  const std::string integrator = GENERATE(as<std::string>{}, R"({"type": "modified_midpoint"})",
                                          R"({"type": "newmark", "beta": 0.25})");
  CAPTURE(integrator);
  const Sets sets{"/integrator=" + integrator, "/bodies/0/translate=[0.3037, 0.1002]",
                  "/bodies/0/velocity=[0.3, -1]", "/time/step=1e-3"};
  auto a = paper_scene("ball_on_block_drop", "sqp", sets),
       b = paper_scene("ball_on_block_drop", "ipopt", sets);
  const Beside beside = run_beside(a, b, 15);
  CHECK(beside.contacts >= 6);
  CHECK(beside.apart <= 1e-10 * b.context().scales.length);
}

TEST_CASE("ipopt and sqp make the same implicit steps of a disk on a block under dead loads",
          "[implicit][ipopt]") {
  if (!ipopt_built()) return;
  const Sets sets{
      R"(/integrator={"type": "newmark", "beta": 0.25})", "/bodies/0/translate=[0.3037, 0.1002]",
      "/bodies/0/velocity=[0.3, -1]", "/time/step=1e-3",
      R"(/loads=[{"type": "gravity", "acceleration": [0, -20], "factor": {"type": "ramp", "end": 0.01}},
                 {"type": "force", "body": "disk", "force": [-3, -20],
                  "factor": {"type": "sine", "frequency": 40}}])"};
  auto a = paper_scene("ball_on_block_drop", "sqp", sets),
       b = paper_scene("ball_on_block_drop", "ipopt", sets);
  const Beside beside = run_beside(a, b, 15);
  CHECK(beside.contacts >= 6);
  CHECK(beside.apart <= 1e-10 * b.context().scales.length);
}

TEST_CASE("ipopt is refused for implicit steps whose equations are no minimum, with the reason",
          "[implicit][ipopt]") {
  if (!ipopt_built()) return;
  using Catch::Contains;
  CHECK_THAT(refusal("four_squares", squares(R"({"type": "energy_momentum"})")),
             Contains("\"ipopt\" needs an explicit step or a symmetric tangent") &&
                 Contains("\"energy_momentum\" (/integrator) does not provide it"));
  CHECK_THAT(
      refusal("four_squares", squares(R"({"type": "energy_momentum", "tangent": "symmetrised"})")),
      Contains("\"ipopt\" needs an explicit step or a residual that is the derivative of a "
               "potential"));
  Sets viscous = squares(R"({"type": "midpoint"})");
  viscous.emplace_back(
      R"(/bodies/1/material={"type": "viscoelastic", "young": 1e9, "poisson": 0.3, "fractions": [0.5], "relaxation_times": [1e-4]})");
  CHECK_THAT(refusal("four_squares", viscous),
             Contains("here, because \"viscoelastic\" (/bodies/1/material) dissipates"));
  Sets pulled = squares(R"({"type": "midpoint"})");
  pulled.emplace_back(
      R"(/loads=[{"type": "force", "body": "mover", "group": "top", "force": [1, 0]},
                 {"type": "pressure", "body": "mover", "group": "top", "pressure": 1}])");
  CHECK_THAT(refusal("four_squares", pulled),
             Contains("here, because \"pressure\" (/loads/1) has no potential"));
}
