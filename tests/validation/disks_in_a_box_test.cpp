// The 49 disks of Petocz and Armero (1998) as the product ships them: PA-1 of the verification catalogue,
// with explicit steps, at a coarser mesh and until the pack has been struck, or to TACTUS_DISKS_END seconds
// (40 in the paper).
#include <catch2/catch.hpp>
#include <cstdlib>

#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::Simulation;

namespace {

Simulation disks(std::vector<std::string> more) {
  const char* end = std::getenv("TACTUS_DISKS_END");
  more.push_back(std::string("/time/end=") + (end ? end : "1.5"));
  more.insert(more.end(), {"/bodies/0/mesh/rings=3", "/bodies/1/mesh/rings=3"});
  return Simulation::from_file(TACTUS_SOURCE_DIR "/configs/paper/forty_nine_disks_explicit.json",
                               more);
}

}  // namespace

TEST_CASE("PA-1 disks in a box keep their invariants, and no pair is missed by few searches",
          "[validation][paper]") {
  auto sorted = disks({});
  auto all = disks({"/contact/broad_phase/type=brute_force", "/contact/neighbour_list=off"});
  Index steps = 0, touching = 0, different = 0, dirty = 0, searches = 0;
  sorted.run([&](Simulation& now) {
    all.step();
    different += now.stepper.state().q != all.stepper.state().q;
    const auto& facts = now.stepper.facts();
    touching += facts.contact.forces.contacts > 0;
    searches += facts.lists.searches;
    if (++steps % 20 == 0) dirty += !now.audit().clean();
  });
  CHECK(different == 0);
  CHECK(dirty == 0);
  CHECK(touching > 50);
  CHECK(searches >= 2);
  CHECK(10 * searches <= steps);
  CHECK(sorted.balance.linear_drift() <= 1e-12 * sorted.balance.linear_scale());
  CHECK(sorted.balance.largest_total() <= 1.001 * sorted.balance.initial());
}
