// The promises of a broad phase, with cells and with a sweep, and boxes that are hard to tell apart.
#include <tactus/conformance/box_scenes.hpp>
#include <tactus/conformance/broad_phase.hpp>
#include <tactus/conformance/random.hpp>
#include <tactus/conformance/serial_context.hpp>

#include "tests/support/make_component.hpp"

using namespace tactus;
using namespace tactus::conformance;
using tactus::testing::make_component;

TEST_CASE("DET-17 grid keeps every promise of a broad phase", "[broad_phase][grid]") {
  const double levels = GENERATE(1., 2., 16.);
  check_broad_phase([levels] {
    return make_component<BroadPhase>("grid", {{"levels", levels}, {"sweep_up_to", 0.}});
  });
}

TEST_CASE("DET-17 grid keeps every promise of a broad phase where it sweeps along an axis",
          "[broad_phase][grid]") {
  check_broad_phase([] { return make_component<BroadPhase>("grid", {{"sweep_up_to", 1e6}}); });
}

TEST_CASE(
    "grid gives the pairs of brute_force for numbers of boxes on both sides of its sweep's end",
    "[broad_phase][grid]") {
  const int dim = GENERATE(2, 3);
  const Index count = GENERATE(Index{4088}, Index{4096}, Index{4097});
  Random random(5);
  BoxSet one, two;
  one.dim = two.dim = dim;
  // Sizes from 1e-3 to 1, one without end, and two far away.
  for (Index i = 0; i + 3 < count; ++i)
    add_random(one, random, 3, std::pow(10., -3 * random()), static_cast<std::int32_t>(i % 50));
  one.add({-kUnlimited, 3, -kUnlimited}, {kUnlimited, 3.1, kUnlimited}, 50);
  for (const Real x : {0., 0.5}) one.add({1e9 + x, 1e9, 1e9}, {1e9 + x + 0.5, 1e9, 1e9}, 51);
  for (int i = 0; i < 7; ++i) add_random(two, random, 3, 1, i + 40);
  const Boxes a = one.boxes(), b = two.boxes();
  std::vector<std::uint8_t> self(52), movable(52, 1);
  self[7] = self[51] = 1;
  movable[4] = movable[44] = 0;
  const auto grid = make_component<BroadPhase>("grid");
  const auto reference = make_component<BroadPhase>("brute_force");
  SerialContext context;
  for (const Boxes* second : {static_cast<const Boxes*>(nullptr), &b}) {
    std::vector<Pair> found, expected;
    grid->candidates({&a, second, self, movable, 1}, found, context.context());
    reference->candidates({&a, second, self, movable, 1}, expected, context.context());
    CHECK(expected.size() > 100);
    CHECK(found == expected);
  }
}

TEST_CASE("grid tells boxes apart that single precision does not", "[broad_phase][grid]") {
  const double sweep = GENERATE(0., 4096.);
  const auto grid = make_component<BroadPhase>("grid", {{"sweep_up_to", sweep}});
  // In a row with gaps of 1e-12 between some; every third touches the next.
  BoxSet set;
  set.dim = 2;
  set.add({-1e9, -1e9, 0}, {-1e9, -1e9, 0}, 0);
  std::vector<Pair> expected;
  for (Index i = 1; i < 300; ++i) {
    const Real x = static_cast<Real>(i) * 0x1p-10;
    set.add({x, 0, 0}, {x + 0x1p-10 - (i % 3 == 0 ? 0 : 0x1p-40), 0, 0},
            static_cast<std::int32_t>(i));
    if (i % 3 == 0 && i + 1 < 300) expected.push_back({i, i + 1});
  }
  const Boxes boxes = set.boxes();
  const std::vector<std::uint8_t> none(300), all(300, 1);
  std::vector<Pair> found;
  SerialContext context;
  grid->candidates({&boxes, nullptr, none, all, 1}, found, context.context());
  CHECK(found == expected);
}
