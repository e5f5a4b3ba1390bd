// Each stage of an integrator has to be solved by something that can, and nothing is for a stage that is
// not there: refused when the configuration is read, at its place, by the name of the stage.
#include "tests/cli/installation.hpp"

using namespace tactus::cli_tests;

namespace {

const std::vector<std::string> kPlugins{"moreau_jean",    "newmark",      "grid",
                                        "node_to_facet",  "gauss_seidel", "local_sqp",
                                        "nonsmooth_force"};

Installation::Outcome told(const Installation& tactus, const std::string& integrator,
                           const std::string& contact) {
  write_text(tactus.work() / "scene.json", R"({
    "bodies": [{"name": "block", "type": "rigid", "density": 1000, "translate": [0, 0.01],
      "mesh": {"type": "rectangle", "size": [1, 0.5], "cells": [1, 1]}},
     {"name": "ground", "type": "obstacle", "translate": [-1, -0.5],
      "mesh": {"type": "rectangle", "size": [3, 0.5], "cells": [1, 1]}}],
    "loads": [{"type": "gravity", "acceleration": [0, -9.81]}],
    "integrator": {)" + integrator + R"(},
    "contact": {"broad_phase": {"type": "grid"}, "constraint": {"type": "node_to_facet"}, )" +
                                               contact + R"(},
    "time": {"end": 0.01, "step": 1e-3}})");
  return tactus.run({"check", "scene.json", "--plugin-dir", TACTUS_STAGES_DIR});
}

const std::string kVelocities = R"("solver": {"type": "gauss_seidel"},
      "laws": [{"between": ["*", "*"], "type": "nonsmooth_force", "friction": 0.3}])";
const std::string kProjects = R"("type": "moreau_jean", "drift": "project")";

}  // namespace

TEST_CASE("a stage that is not solved, or that does not exist, is refused by name", "[stages]") {
  const Installation tactus(kPlugins);
  struct Case {
    std::string integrator, contact, place, words;
  };
  for (
      const Case& c : std::vector<Case>{
          {kProjects, kVelocities, "/contact:",
           R"("moreau_jean" has a stage "projection", which poses increments, and nothing says how )"
           "it is solved"},
          {R"("type": "moreau_jean")",
           kVelocities + R"(, "stages": {"projection": {"solver": {"type": "local_sqp"}}})",
           "/contact/stages/projection:",
           R"("moreau_jean" has no stage "projection" with the options given here; it has no )"
           "named stage"},
          {kProjects, kVelocities + R"(, "stages": {"projection": {"solver": {"type": "local_sqp"}},
                             "projektion": {"solver": {"type": "local_sqp"}}})",
           "/contact/stages/projektion:", R"(its named stages: "projection")"},
          {kProjects,
           kVelocities + R"(, "stages": {"projection": {"solver": {"type": "gauss_seidel"}}})",
           "/contact/stages/projection/solver/type:",
           R"("gauss_seidel" does not solve problems in increments, which is what the stage )"
           R"("projection" of "moreau_jean" poses)"},
          {kProjects, R"("solver": {"type": "local_sqp"},
              "stages": {"projection": {"solver": {"type": "local_sqp"}}})",
           "/contact/solver/type:",
           R"("local_sqp" does not solve problems in velocities, which is what "moreau_jean" poses)"},
          {kProjects, kVelocities + R"(, "stages": {"projection": {}})",
           "/contact/stages/projection", R"("solver" is missing)"},
          {kProjects, kVelocities + R"(, "stages": {"projection": {"solver": {"type": "local_sqp"},
                             "solvers": 1}})",
           "/contact/stages/projection", "solvers"},
          {kProjects, kVelocities + R"(, "stages": [1])", "/contact/stages:", "allowed: an object"},
          {R"("type": "two_increments")", R"("solver": {"type": "either"},
              "laws": [{"between": ["*", "*"], "type": "nonsmooth_force", "friction": 0.3}],
              "stages": {"second": {"solver": {"type": "local_sqp"}}})",
           "/contact/laws:",
           "contact laws act in stages that are posed in velocities, and "
           R"("two_increments" has none)"},
      }) {
    const auto outcome = told(tactus, c.integrator, c.contact);
    INFO(c.contact << ": " << outcome.out << outcome.err);
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.err, Catch::Contains(c.place) && Catch::Contains(c.words) &&
                                Catch::Contains("scene.json:"));
  }
  const auto sound =
      told(tactus, kProjects,
           kVelocities + R"(, "stages": {"projection": {"solver": {"type": "local_sqp"}}})");
  INFO(sound.out << sound.err);
  CHECK(sound.code == 0);
}
