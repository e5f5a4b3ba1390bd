// Kane et al.'s cubes in space in the steps that they give, a thousandth of the stable one or less: KROM-8 to
// KROM-10, only where TACTUS_SPACE_SCENES is set.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cstdlib>

#include "tests/support/simulation.hpp"

using namespace tactus;
using tactus::testing::Simulation;

TEST_CASE("KROM-8 to KROM-10 in the paper's step", "[space][paper]") {
  struct Line {
    const char* name;
    std::size_t bodies;
    int cells;
    Real step, end, first, loss;
  };
  const Line line = GENERATE(Line{"two_cubes_edge", 2, 4, 1e-4, 1.5, 0.05 / 0.3, 0.15},
                             Line{"two_cubes_vertex", 2, 4, 1e-4, 1.5, 0.02 / 0.3, 0.15},
                             Line{"eight_cubes", 8, 2, 1e-7, 2.5e-3, 1.4e-4, 0.25});
  if (!std::getenv("TACTUS_SPACE_SCENES")) return;
  CAPTURE(line.name);
  std::vector<std::string> sets{fmt::format("/time/step={}", line.step),
                                fmt::format("/time/end={}", line.end)};
  for (std::size_t b = 0; b < line.bodies; ++b)
    sets.push_back(
        fmt::format("/bodies/{}/mesh/cells=[{}, {}, {}]", b, line.cells, line.cells, line.cells));
  Simulation s = Simulation::from_file(
      TACTUS_SOURCE_DIR "/configs/paper/" + std::string(line.name) + ".json", sets);
  Index dirty = 0;
  Real first = -1;
  s.run([&](Simulation& now) {
    const auto& facts = now.stepper.facts();
    if (first < 0 && facts.contact.forces.contacts > 0) first = now.time();
    if (facts.step % 20 == 0) dirty += !now.audit().clean();
  });
  CHECK(dirty == 0);
  CHECK(first >= line.first * (1 - 1e-12));
  CHECK(first <= line.first + line.step);
  CHECK(s.balance.total() >= (1 - line.loss) * s.balance.initial());
  CHECK(s.balance.largest_total() <= 1.001 * s.balance.initial());
  CHECK(s.balance.linear_drift() <= 1e-12 * s.balance.linear_scale());
  if (s.balance.free()) CHECK(s.balance.angular_drift() <= 1e-12 * s.balance.angular_scale());
  WARN(fmt::format("{}: {} steps, loss {:.4f}", line.name, s.stepper.facts().step,
                   1 - s.balance.total() / s.balance.initial()));
}
