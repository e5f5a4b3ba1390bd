// Everyday scenes of two bodies that fly at each other: squares, triangles, polygons, needles and bars.
#include <cmath>

#include "families.hpp"
#include "random_shapes.hpp"

namespace tactus::everyday {

using property::operator-;
using property::operator*;

namespace {

Shape fighter(property::RandomNumbers& random, Point middle) {
  const Real turn = random.uniform(0, 2 * property::kPi);
  switch (random.pick(5)) {
    case 0: {
      const Real side = random.uniform(0.1, 0.3);
      return box(middle, side, side, turn);
    }
    case 1:
      return random_polygon(random, middle, random.uniform(0.08, 0.2), 3);
    case 2: {
      const Real reach = random.uniform(0.08, 0.2);
      return random_polygon(random, middle, reach, 4 + random.pick(6));
    }
    case 3:
      return needle(middle, random.uniform(0.2, 0.4), 4 * property::kPi / 180, turn);
    default:
      return box(middle, random.uniform(0.2, 0.4), 0.01, turn);
  }
}

}  // namespace

EverydayScene duel(unsigned seed, const Sizes& sizes) {
  property::RandomNumbers random(seed);
  EverydayScene scene{.kind = "duel", .seed = seed, .gravity = 0, .end = sizes.end};
  scene.friction = decimal(random.uniform(0, 1), 2);
  const Shape one = fighter(random, {}), other = fighter(random, {});
  const Point way = property::towards(random.uniform(0, 2 * property::kPi));
  const Point to = (one.reach() + other.reach() + 0.01) * way - other.middle() + one.middle();
  const auto fast = [&](Real sign) {
    const Real ahead = random.uniform(0.2, 1), aside = random.uniform(-0.3, 0.3);
    return sign * (ahead * way + aside * Point{-way[1], way[0]});
  };
  const auto add = [&](const char* name, const Shape& shape, Real sign) {
    Body body{.name = name, .shape = shape, .velocity = fast(sign)};
    body.spin = random.uniform(-8, 8);
    body.density = random.logarithmic(300, 3000);
    scene.bodies.push_back(std::move(body));
  };
  add("one", one, 1);
  add("other", other.moved({}, 0, to), -1);
  return scene;
}

}  // namespace tactus::everyday
