// The nonlinear projection beside local_sqp on Kane et al.'s two cubes in space: the same places for the
// first contacts, then the same invariants.
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/ipopt_built.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::Simulation;

TEST_CASE("ipopt moves two cubes in space as local_sqp does and keeps what it keeps",
          "[validation][paper][ipopt]") {
  if (!tactus::testing::ipopt_built()) return;
  // Vertex on vertex, the diagonal is an axis of symmetry: from the second contact on several branches
  // cost the same, and which is taken depends on the last digits that the solvers left.
  const std::string name = GENERATE("two_cubes_edge", "two_cubes_vertex");
  const Index alike = name == "two_cubes_edge" ? 20 : 1;
  const auto by = [&](const std::string& solver) {
    return Simulation::from_file(
        TACTUS_SOURCE_DIR "/configs/paper/" + name + ".json",
        {"/contact/solver/type=" + solver, "/bodies/0/mesh/cells=[2, 2, 2]",
         "/bodies/1/mesh/cells=[2, 2, 2]", "/time/step=0.02"});
  };
  Simulation sqp = by("local_sqp"), ip = by("ipopt");
  Real apart = 0, largest_work = 0;
  Index dirty = 0, contact_steps = 0;
  while (!ip.stepper.finished()) {
    ip.step();
    dirty += !ip.audit().clean();
    largest_work = std::max(largest_work, ip.stepper.facts().contact.work);
    if (contact_steps >= alike) continue;  // later the collisions part by chaos: invariants only
    sqp.step();
    REQUIRE(sqp.time() == ip.time());
    contact_steps += ip.stepper.facts().contact.forces.contacts > 0;
    for (std::size_t k = 0; k < ip.stepper.state().q.size(); ++k)
      apart = std::max(apart, std::abs(ip.stepper.state().q[k] - sqp.stepper.state().q[k]));
  }
  CHECK(contact_steps == alike);
  CHECK(apart <= 1e-6 * ip.context().scales.altitude);
  CHECK(apart > 0);  // not the same solver twice
  CHECK(dirty == 0);
  CHECK(largest_work <= 1e-3 * ip.balance.energy_scale());
  CHECK(ip.balance.largest_total() <= 1.001 * ip.balance.initial());
  CHECK(ip.balance.linear_drift() <= 1e-12 * ip.balance.linear_scale());
  if (ip.balance.free()) CHECK(ip.balance.angular_drift() <= 1e-12 * ip.balance.angular_scale());
  INFO(name << ": positions differ by " << apart / ip.context().scales.altitude << " h");
  SUCCEED();
}
