// The judge of scenes in space sees what it is there to see.
#include "judge.hpp"

#include <catch2/catch.hpp>

using namespace tactus;
using namespace tactus::space_scenes;

TEST_CASE("separating axes tell how deep two tetrahedra are in each other", "[space]") {
  const std::array<Point, 4> a{Point{0, 0, 0}, Point{1, 0, 0}, Point{0, 1, 0}, Point{0, 0, 1}};
  const auto moved = [&](const Point& by) {
    auto b = a;
    for (Point& p : b) p += by;
    return b;
  };
  CHECK(depth(a, moved({-1, 0, 0})) == 0);
  CHECK(depth(a, moved({-0.75, 0, 0})) > 0.14);
  CHECK(depth(a, moved({-1.25, 0, 0})) < 0);
  // Edges that cross, as no face shows: one along z under one along x.
  const std::array<Point, 4> low{Point{-1, 0, 0}, Point{1, 0, 0}, Point{0, 1, -1},
                                 Point{0, -1, -1}};
  const auto high = [](Real z) {
    return std::array<Point, 4>{Point{0, -1, z}, Point{0, 1, z}, Point{1, 0, z + 1},
                                Point{-1, 0, z + 1}};
  };
  CHECK(depth(low, high(1e-9)) == Approx(-1e-9));
  CHECK(depth(low, high(-1e-9)) == Approx(1e-9));
}

TEST_CASE("a body is brought as near to others as is wanted", "[space]") {
  const std::vector<Solid> others{cells({2, 2, 2}, {1, 1, 1})};
  Solid mover = cells({1, 1, 1}, {0.5, 0.5, 0.5});
  mover.move({0.3, 0.2, 0});
  REQUIRE(bring_near(mover, Point::UnitZ(), 1e-3, others));
  CHECK(mover.points[0][2] == Approx(1.001).epsilon(1e-12));
  CHECK(depth(mover, others[0]) < 0);
  CHECK(depth(mover.move({0, 0, -2e-3}), others[0]) == Approx(1e-3));
}

TEST_CASE("scenes in space are a function of their seed", "[space]") {
  for (const std::string_view kind : kKinds) {
    const Scene a = random_scene(kind, 7), b = random_scene(kind, 7);
    REQUIRE(a.bodies.size() == b.bodies.size());
    CHECK(a.bodies.back().solid.points == b.bodies.back().solid.points);
    for (const SceneBody& body : a.bodies) CHECK(body.solid.altitude() > 0);
  }
}
