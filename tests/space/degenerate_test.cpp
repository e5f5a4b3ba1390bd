// Bodies of very unequal size and of very flat elements that strike each other: neither is left in an intersection,
// and neither is refused.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "judge.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace tactus;
using namespace tactus::space_scenes;

namespace {

void check_sound(const Scene& scene, const std::string& name) {
  const test::TemporaryFolder folder;
  const Verdict v = judge(scene.write(folder.path()), {.momentum = 1e-10, .steps = 3000});
  INFO(name << ": " << v.name());
  CHECK(v.sound());
  CHECK(v.touched);
}

/// A cube whose cells are flat: the first ones at its bottom are 1e-3 of the others high.
Solid cube_with_slivers(Real altitude) {
  Solid s = cells({3, 3, 3}, {1, 1, 1});
  for (Point& p : s.points)
    if (p[2] > 0 && p[2] < 0.5) p[2] = altitude / 3;
  return s;
}

}  // namespace

TEST_CASE("bodies whose sizes differ by 1e4 strike each other without an overlap",
          "[space][det16]") {
  const int way = GENERATE(0, 1, 2);  // on a face, on an edge of facets, on a vertex
  const Real size = 1e-4;
  Scene scene;
  scene.kind = "sizes";
  SceneBody large, grain;
  large.solid = cells({2, 2, 2}, {1, 1, 1});
  grain.solid = cells({1, 1, 1}, Point::Constant(size));
  const Point at[] = {{0.31, 0.17, 1}, {0.25, 0.25, 1}, {0.5, 0.5, 1}};
  grain.solid.move(at[way] + Point(-size / 2, -size / 2, 0.3 * size));
  grain.velocity = {0.01, 0.02, -0.1};
  scene.bodies = {large, grain};
  scene.end = 40 * size;
  check_sound(scene, fmt::format("sizes, way {}", way));
}

TEST_CASE("slivers of a thousandth of the altitude strike and rest without an overlap",
          "[space][det16]") {
  const Real gap = GENERATE(0., 1e-12, 1e-5), speed = GENERATE(0.01, 0.1);
  CAPTURE(gap, speed);
  Scene scene;
  scene.kind = "slivers";
  SceneBody lower, upper;
  lower.solid = cells({3, 3, 2}, {1, 1, 1}).move({-0.03, 0.04, -1});
  upper.solid = cube_with_slivers(1e-3).move({0, 0, gap});
  upper.velocity = {0, 0, -speed};
  scene.bodies = {lower, upper};
  scene.end = gap / speed + 0.05;
  check_sound(scene, "slivers");
}
