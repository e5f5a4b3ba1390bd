// The loop of steps: their sizes, and what an attempt that came to nothing leaves behind.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/contact/contact_model.hpp"
#include "core/step/contact_stage.hpp"
#include "core/step/increment_acceptance.hpp"
#include "core/step/stages.hpp"
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

TEST_CASE(
    "An integrator without names of stages has one, which is solved as the contact section says",
    "[stepping]") {
  Simulation run = Simulation::from_file(TACTUS_SOURCE_DIR "/configs/paper/four_squares.json");
  const core::Stages& stages = run.stepper.stages();
  CHECK(stages.count() == 1);
  CHECK(stages.solver(0).type == "local_sqp");
  CHECK(stages.contact(0) == run.stepper.contact());
  CHECK_FALSE(stages.poses_velocities_after(0));
  REQUIRE(stages.division());
  CHECK(stages.division()->most() == 0.5);
  CHECK(stages.time_step_limit(run.model.scales()) == kUnlimited);  // there are no laws
  std::vector<std::string> groups;
  stages.for_each_group([&](const std::string& group, core::ContactStage& stage) {
    groups.push_back(group);
    CHECK(stage.contact() == run.stepper.contact());
    CHECK(stage.residuals().empty());  // increments have none
  });
  CHECK(groups == std::vector<std::string>{"contact"});
}

TEST_CASE("Increments whose rows pull or are left deep below their bounds make no step",
          "[stepping]") {
  Simulation run = Simulation::from_file(TACTUS_SOURCE_DIR "/configs/paper/four_squares.json");
  core::KernelContact& contact = *run.stepper.contact();
  // The falling square, 0.18 m above another one, with a corner deep inside of it.
  std::vector<Real> w(run.stepper.state().q.size(), 0);
  const Range mover = run.model.layout().bodies[0].dofs;
  for (Index y = mover.begin + 1; y < mover.end; y += 2) w[static_cast<std::size_t>(y)] = -0.25;
  contact.begin(run.stepper.state().view(), {});
  DetectResult found;
  REQUIRE(contact.detect(w, found, run.context()));
  const auto rows = static_cast<std::size_t>(contact.rows().count);
  REQUIRE(rows > 0);
  std::vector<Real> multiplier(rows, 0);
  std::vector<Index> zone;
  StepSolution solution{.w = w, .multiplier = &multiplier, .zone = &zone};
  const auto judged = [&](SolveStatus status, bool is_feasible) {
    solution.report.status = status;
    return core::IncrementAcceptance("liar", is_feasible).judge(contact, solution, run.context());
  };
  CHECK(judged(SolveStatus::converged, true));  // nothing pushes
  multiplier[0] = 1;
  const Outcome deep = judged(SolveStatus::converged, true);
  CHECK(deep.status == Status::failed);
  CHECK(deep.message.find("\"liar\" calls them so") != std::string::npos);
  CHECK(deep.message.find("below its bound") != std::string::npos);
  CHECK(judged(SolveStatus::stalled, true).status == Status::retry);
  CHECK(judged(SolveStatus::converged, false));  // a method that lets bodies overlap
  multiplier[0] = -1;
  CHECK(judged(SolveStatus::converged, false).message.find("pulls") != std::string::npos);
}
