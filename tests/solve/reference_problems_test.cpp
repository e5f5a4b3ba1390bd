// The problems of the reference folder (converted from Siconos): which solver reaches 1e-8 on which.
#include <catch2/catch.hpp>
#include <filesystem>

#include "apps/solve/solve_problem.hpp"
#include "core/support/executor.hpp"
#include "tactus/conformance/claims.hpp"
#include "tests/cli/installation.hpp"
#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::testing;

namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kProblems{
    "Rover4396",     "NESpheres_10_1",        "Fc2d-00071",          "Confeti-ex03",
    "Wall-4x3-rest", "Box_Stacks-i0122-82-5", "Spheres-i099-356-679"};
const std::vector<std::string> kHard{"OneObject-i100000-499", "Capsules-i100-889"};

core::ProblemSolution solved(const std::string& name, const std::string& solver,
                             const std::string& law) {
  const core::FrictionProblem p =
      core::read_problem(std::string(TACTUS_REFERENCE_DIR) + "/fc3d/" + name + ".fc3d");
  core::Runtime runtime(1);
  return core::solve_problem(p, *make_component<ContactSolver>(solver),
                             *make_component<ContactLaw>(law), runtime.context());
}

bool references_there() { return fs::exists(std::string(TACTUS_REFERENCE_DIR) + "/fc3d"); }

}  // namespace

TEST_CASE("gauss_seidel reaches 1e-8 wherever Siconos' Gauss-Seidel does", "[solve][reference]") {
  if (!references_there()) {
    WARN("no reference folder: set TACTUS_REFERENCE_DIR");
    return;
  }
  for (const std::string& name : kProblems) {
    CAPTURE(name);
    const auto s = solved(name, "gauss_seidel", "nonsmooth_force");
    CHECK(s.status == SolveStatus::converged);
    CHECK(s.residual <= 1e-8);
  }
  // Thousands of sweeps in which the residual stands still for a while.
  CHECK(solved("Capsules-i100-889", "gauss_seidel", "nonsmooth_force").residual <= 1e-8);
  // The one that Gauss-Seidel does not solve: it says so.
  const auto round = solved("OneObject-i100000-499", "gauss_seidel", "nonsmooth_force");
  CHECK(round.status == SolveStatus::stalled);
  CHECK(round.residual < 2e-3);  // the best it has seen
}

TEST_CASE("projected_newton reaches 1e-8 on every problem with both nonsmooth laws",
          "[solve][reference]") {
  if (!references_there()) {
    WARN("no reference folder: set TACTUS_REFERENCE_DIR");
    return;
  }
  const std::string law = GENERATE("nonsmooth_force", "nonsmooth_velocity");
  for (const auto* list : {&kProblems, &kHard})
    for (const std::string& name : *list) {
      CAPTURE(name, law);
      const auto s = solved(name, "projected_newton", law);
      CHECK(s.status == SolveStatus::converged);
      CHECK(s.residual <= 1e-8);
      CHECK(s.iterations <= 100);
    }
}

TEST_CASE("interior_point reaches 1e-8 on every problem with every implicit law",
          "[solve][reference]") {
  if (!references_there()) {
    WARN("no reference folder: set TACTUS_REFERENCE_DIR");
    return;
  }
  const std::string law =
      GENERATE("nonsmooth_force", "nonsmooth_velocity", "projected_gradient", "de_saxce_feng");
  const bool newton =
      conformance::Claims(*make_component<ContactLaw>(law)).has(capability::linearised);
  for (const auto* list : {&kProblems, &kHard})
    for (const std::string& name : *list) {
      CAPTURE(name, law);
      const auto s = solved(name, "interior_point", law);
      // 24 contacts that hold one body: without Newton's method rounding ends the central path.
      const bool round = name == "OneObject-i100000-499" && !newton;
      CHECK((s.status == SolveStatus::converged) == !round);
      CHECK(s.residual <= (round ? 1e-6 : 1e-8));
    }
}

TEST_CASE("what solve finds on every problem is 1e-8 by a script that shares no line with it",
          "[solve][reference]") {
  if (!references_there()) {
    WARN("no reference folder: set TACTUS_REFERENCE_DIR");
    return;
  }
  if (std::system("/usr/bin/python3 -c 'import numpy' 2>/dev/null") != 0) {
    WARN("the script of the reference folder needs python3-numpy");
    return;
  }
  const cli_tests::Installation tactus({"interior_point", "nonsmooth_force"});
  const auto outcome = tactus.script("folder=" TACTUS_REFERENCE_DIR R"(/fc3d
    "$tactus" solve "$folder"/*.fc3d --out results || exit
    for problem in "$folder"/*.fc3d; do
      name=$(basename "$problem" .fc3d)
      /usr/bin/python3 "$folder/fc3d_residual.py" "$problem" \
        results/$name.interior_point.nonsmooth_force.reactions.txt --max 1e-8 || echo "$name: above 1e-8"
      echo judged
    done)");
  INFO(outcome.out << outcome.err);
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.out, Catch::Contains("resv") && !Catch::Contains("above 1e-8"));
  std::size_t judged = 0;
  for (std::size_t at = 0; (at = outcome.out.find("judged\n", at)) != std::string::npos; ++at)
    ++judged;
  CHECK(judged == kProblems.size() + kHard.size());
}
