// The loop of steps: their sizes, and what an attempt that came to nothing leaves behind.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/contact/contact_model.hpp"
#include "tactus/conformance/memory_archive.hpp"
#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::Simulation;

namespace {

std::string flight(Real end, Real step) {
  return R"({"bodies": [{"name": "p", "type": "particles", "points": [[0, 0]], "mass": 1,
    "velocity": [1, 0]}], "integrator": {"type": "newmark"},
    "time": {"end": )" +
         std::to_string(end) + R"(, "step": )" + fmt::format("{:.17g}", step) + "}}";
}

/// What a contact model would save, less the histories.
std::vector<Real> saved_list(const core::KernelContact& contact) {
  conformance::MemoryArchive archive;
  contact.save(archive);
  std::vector<Real> list;
  REQUIRE(archive.read("near_list", list));
  return list;
}

}  // namespace

TEST_CASE("Steps that divide the end leave no sliver of one, whatever their sums round to",
          "[stepping]") {
  const auto [end, steps] = GENERATE(table<Real, Index>(
      {{0.003, 300}, {0.002, 200000}, {0.5, 50000}, {1.0, 7}, {0.1, 3}, {1.0, 1}}));
  Simulation run(flight(end, end / static_cast<Real>(steps)));
  Real least = end;
  run.run([&](Simulation& s) { least = std::min(least, s.stepper.facts().dt); });
  CHECK(run.stepper.steps() == steps);
  CHECK(least > 0.99 * end / static_cast<Real>(steps));
  CHECK(run.time() == end);
  CHECK(run.position(0, 0, 0) == Approx(end).epsilon(1e-12));
}

TEST_CASE("Steps that do not divide the end: the last two are alike and not short", "[stepping]") {
  Simulation run(flight(1, 0.3));
  std::vector<Real> dt;
  run.run([&](Simulation& s) { dt.push_back(s.stepper.facts().dt); });
  REQUIRE(dt.size() == 4);
  CHECK(dt[1] == 0.3);
  CHECK(dt[2] == Approx(0.2));
  CHECK(dt[3] == Approx(0.2));
}

TEST_CASE("An attempt that came to nothing leaves the near list of a checkpoint as it was",
          "[stepping]") {
  Simulation run = Simulation::from_file(TACTUS_SOURCE_DIR "/configs/paper/four_squares.json");
  for (int k = 0; k < 20; ++k) run.step();
  core::KernelContact& contact = *run.stepper.contact();
  const std::vector<Real> before = saved_list(contact);
  REQUIRE_FALSE(before.empty());
  // A corner far below where it is, in the way of other bodies: worn out, made anew, and then the step is given
  // up.
  std::vector<Real> far(run.stepper.state().q.size(), 0);
  far[1] = -10;
  contact.begin(run.stepper.state().view(), {});
  const Index builds = contact.near_list().builds();
  DetectResult found;
  REQUIRE(contact.detect(far, found, run.context()));
  CHECK(contact.near_list().builds() == builds + 1);
  CHECK(saved_list(contact) == before);
  contact.accept({});
  CHECK(saved_list(contact) != before);
}
