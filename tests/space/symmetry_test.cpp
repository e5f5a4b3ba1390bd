// Bodies cut at planes of symmetry, whose nodes may not leave these planes, in contact there.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <numbers>

#include "quarter_ball.hpp"
#include "tests/support/simulation.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace tactus;
using testing::Simulation;

TEST_CASE("quarters of two spheres strike each other at their planes of symmetry",
          "[space][symmetry]") {
  // The lower one is turned by half a turn about (1, 1, 0), with a rounding: its planes change places.
  // Where both meet there are facets across the planes, of which no force pushes a node out.
  struct Case {
    const char *material, *impact;
    Real speed, gap;
  };
  const Case c =
      GENERATE(Case{"neo_hookean", "reflect", 3, 1e-9}, Case{"neo_hookean", "stop", 8, 0},
               Case{"linear_elastic", "stop", 1, 1e-3});
  CAPTURE(c.material, c.speed);
  const test::TemporaryFolder folder;
  const space_scenes::QuarterBall ball(4, 0.5);
  ball.write(folder.path() / "ball.msh");
  const auto body = [&](const char* name, Real height, Real speed, const std::string& turned) {
    return fmt::format(
        R"({{"name": "{}", "density": 1, "mesh": {{"type": "file", "path": "{}"}}, {}
            "material": {{"type": "{}", "young": 1000, "poisson": 0.3}},
            "translate": [0, 0, {}], "velocity": [0, 0, {}]}})",
        name, (folder.path() / "ball.msh").string(), turned, c.material, height, speed);
  };
  const Real turn = std::numbers::pi / std::numbers::sqrt2;
  Simulation s(fmt::format(
      R"({{"dimension": 3, "bodies": [{}, {}],
         "supports": [{{"body": "up", "group": "x0", "fix": ["x"]}}, {{"body": "up", "group": "y0", "fix": ["y"]}},
                      {{"body": "low", "group": "x0", "fix": ["y"]}}, {{"body": "low", "group": "y0", "fix": ["x"]}}],
         "integrator": {{"type": "newmark", "impact": "{}"}},
         "contact": {{"broad_phase": {{"type": "grid"}}, "constraint": {{"type": "vertex_face"}},
                      "solver": {{"type": "local_sqp"}}}},
         "time": {{"end": {}}}}})",
      body("up", 1 + c.gap, -c.speed, ""),
      body("low", -1, c.speed, fmt::format(R"("rotate": [{0:.17g}, {0:.17g}, 0],)", turn)),
      c.impact, 0.4));
  Index overlaps = 0, contacts = 0;
  s.run([&](Simulation& now) {
    overlaps += now.stepper.facts().step % 10 == 0 && !now.audit().clean();
    contacts += now.stepper.facts().contact.forces.contacts > 0;
  });
  CHECK(overlaps == 0);
  CHECK(contacts > 50);
  CHECK(s.momentum(0, 2) > 0);
  CHECK(s.momentum(0, 2) == Approx(-s.momentum(1, 2)).epsilon(1e-9));
  CHECK(s.balance.total() >= 0.98 * s.balance.initial());
  CHECK(s.balance.total() <= s.balance.initial());
}
