// The block that README shows: it slides until friction has stopped it, or lies there from the start.
// Reactions of the step before solve the problem of a block at rest to nearly any tolerance. If a
// solver handed them back as they are, their error would be made again in every step, with the same
// sign, until the contact opens and the block falls into the ground.
#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::Simulation;

TEST_CASE("a block at rest is neither in the ground nor short of energy", "[friction]") {
  // Newton's method ends with rounding whatever the tolerance; sweeps end with the tolerance.
  const std::string solver = GENERATE(
      R"({"type": "interior_point"})", R"({"type": "projected_newton"})",
      R"({"type": "gauss_seidel", "tolerance": 1e-10})",
      R"({"type": "hybrid", "solvers": [{"type": "projected_newton"}, {"type": "gauss_seidel"}]})");
  const std::string velocity = GENERATE("[2, 0]", "[0, 0]");
  CAPTURE(solver, velocity);
  Simulation s =
      Simulation::from_file(TACTUS_SOURCE_DIR "/configs/validation/sliding_block.json",
                            {"/contact/solver=" + solver, "/bodies/0/velocity=" + velocity});
  s.run();
  CHECK(s.time() == Approx(1));
  CHECK(s.stepper.facts().contact.forces.contacts == 2);
  CHECK(s.audit().depth <= 1e-12);
  // Friction has taken all of the kinetic energy, and the block lies as high as it did.
  CHECK(std::abs(s.balance.total()) <= 1e-9);
}
