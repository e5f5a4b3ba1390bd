// The steps of the reference folder, which defeated sweeps and Newton's method: how many each
// solver brings to 1e-8 from the reactions of the step before, at its defaults.
#include "tests/support/friction_steps.hpp"

#include <catch2/catch.hpp>

#include "core/support/executor.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

struct Outcomes {
  Index problems = 0, solved = 0;
  Real worst = 0;  ///< resv
  std::string unsolved;
};

Outcomes outcomes(const std::string& solver_name, const std::string& law_name) {
  core::Runtime runtime(1);
  const auto law = make_component<ContactLaw>(law_name);
  const auto solver = make_component<ContactSolver>(solver_name);  // one for all, as in a run
  Outcomes out;
  for (const std::string& file :
       friction_step_files(std::string(TACTUS_REFERENCE_DIR) + "/friction_steps")) {
    const PosedProblem p = read_friction_step(file);
    const PosedSolution s = solve_posed(p, *solver, {law.get()}, runtime.context());
    CAPTURE(p.problem.name, s.resv);
    CHECK((s.status == SolveStatus::converged) == (s.resv <= 1e-8));  // what it says is true
    ++out.problems, out.solved += s.resv <= 1e-8;
    out.worst = std::max(out.worst, s.resv);
    if (s.resv > 1e-8) out.unsolved += p.problem.name + " ";
  }
  return out;
}

bool there() {
  return std::filesystem::exists(std::string(TACTUS_REFERENCE_DIR) + "/friction_steps");
}

}  // namespace

TEST_CASE("interior_point solves 85 of 86 hard steps with friction", "[solve][reference]") {
  if (!there()) {
    WARN("no steps in the reference folder: set TACTUS_REFERENCE_DIR");
    return;
  }
  const std::string law = GENERATE("nonsmooth_force", "nonsmooth_velocity");
  const Outcomes all = outcomes("interior_point", law);
  CAPTURE(law, all.unsolved);
  CHECK(all.problems == 86);
  CHECK(all.solved >= 85);
  CHECK(all.worst <= 1e-4);  // what is left is far below what a run accepts by default
}

TEST_CASE("projected_newton alone solves most of the hard steps", "[solve][reference]") {
  if (!there()) {
    WARN("no steps in the reference folder: set TACTUS_REFERENCE_DIR");
    return;
  }
  const Outcomes all = outcomes("projected_newton", "nonsmooth_force");
  CAPTURE(all.unsolved);
  CHECK(all.solved >= 70);  // with eps in the matrix alone: 57
}
