// What twenty polygons that fall into a box show of the gap ahead: with it they land as deep in each other as
// they turn in a step, without it as deep as they fall in one.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <iostream>

#include "families.hpp"
#include "judges.hpp"

using namespace tactus;
using namespace tactus::everyday;

namespace {

constexpr unsigned kSeeds = 4;

Measures measured(const Runner& runner, unsigned seed, Real step, bool ahead) {
  EverydayScene scene = poured(seed, 20, 2, 0.6);
  scene.step = step;
  scene.contact = fmt::format("\"gap_ahead\": {}, ", ahead);
  const Motion motion = runner.run(scene);
  INFO("seed " << seed << ", step " << step << ": " << motion.words);
  REQUIRE(motion.ended());
  return measure(scene, motion);
}

}  // namespace

TEST_CASE("twenty polygons land less deep with the gap ahead", "[everyday]") {
  const Runner runner({});
  for (unsigned seed = 1; seed <= kSeeds; ++seed) {
    const Measures with = measured(runner, seed, 1e-3, true),
                   without = measured(runner, seed, 1e-3, false);
    std::cout << fmt::format("seed {}: deepest {:.3g} mm with the gap ahead, {:.3g} without\n",
                             seed, 1e3 * with.deepest, 1e3 * without.deepest);
    CAPTURE(seed);
    CHECK(with.deepest < 1.5e-3);
    CHECK(with.deepest < without.deepest / 2);
  }
}

TEST_CASE("what energy rises with the gap ahead falls with the step", "[everyday]") {
  const Runner runner({});
  Measures coarse, fine;
  for (unsigned seed = 1; seed <= kSeeds; ++seed)
    for (const Real step : {1e-3, 2.5e-4}) {
      const Measures m = measured(runner, seed, step, true);
      Measures& worst = step == 1e-3 ? coarse : fine;
      worst.above_start = std::max(worst.above_start, m.above_start);
      worst.step_gain = std::max(worst.step_gain, m.step_gain);
    }
  std::cout << fmt::format("above start {:.3g}, then {:.3g}; in a step {:.3g}, then {:.3g}\n",
                           coarse.above_start, fine.above_start, coarse.step_gain, fine.step_gain);
  // Below the second number there is nothing that could fall.
  CHECK(fine.above_start <= std::max(coarse.above_start / 2, 1e-9));
  CHECK(fine.step_gain <= std::max(coarse.step_gain / 2, 1e-9));
}
