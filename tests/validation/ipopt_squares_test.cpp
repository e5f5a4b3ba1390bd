// The nonlinear projection beside local_sqp on Kane et al.'s squares: same branches, same places.
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/support/ipopt_built.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::Simulation;

namespace {

Simulation four_squares_by(const std::string& solver) {
  return Simulation::from_file(TACTUS_SOURCE_DIR "/configs/paper/four_squares.json",
                               {"/contact/solver/type=" + solver});
}

}  // namespace

TEST_CASE("ipopt moves four squares as local_sqp does and keeps what it keeps",
          "[validation][paper][ipopt]") {
  if (!tactus::testing::ipopt_built()) return;
  Simulation sqp = four_squares_by("local_sqp"), ip = four_squares_by("ipopt");
  Real apart = 0, largest_work = 0;
  Index dirty = 0, contact_steps = 0;
  while (!ip.stepper.finished()) {
    ip.step();
    dirty += !ip.audit().clean();
    largest_work = std::max(largest_work, ip.stepper.facts().contact.work);
    // Later the collisions part by chaos: invariants only.
    if (ip.time() > 3e-4) continue;
    sqp.step();
    REQUIRE(sqp.time() == ip.time());
    contact_steps += ip.stepper.facts().contact.forces.contacts > 0;
    for (std::size_t k = 0; k < ip.stepper.state().q.size(); ++k)
      apart = std::max(apart, std::abs(ip.stepper.state().q[k] - sqp.stepper.state().q[k]));
  }
  CHECK(contact_steps > 50);
  CHECK(apart <= 1e-6 * ip.context().scales.altitude);
  CHECK(apart > 0);  // not the same solver twice
  CHECK(dirty == 0);
  CHECK(largest_work <= 1e-3 * ip.balance.energy_scale());
  CHECK(ip.balance.largest_total() <= 1.001 * ip.balance.initial());
  CHECK(ip.balance.linear_drift() <= 1e-12 * ip.balance.linear_scale());
  CHECK(ip.balance.angular_drift() <= 1e-12 * ip.balance.angular_scale());
  const Real loss = 1 - ip.balance.total() / ip.balance.initial();
  CHECK(loss >= 0.005);
  CHECK(loss <= 0.04);
  INFO("positions differ by " << apart / ip.context().scales.altitude << " h until 3e-4 s");
  SUCCEED();
}
