// Everyday scenes of bodies that are poured into a box: disks, rounded boxes and convex polygons.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "families.hpp"
#include "random_shapes.hpp"

namespace tactus::everyday {

using property::operator+;

EverydayScene poured(unsigned seed, const Sizes& sizes) {
  property::RandomNumbers random(seed);
  const int count =
      static_cast<int>(std::lround(random.logarithmic(10, static_cast<Real>(sizes.bodies))));
  return poured(seed, count, random.pick(4), sizes.end);
}

EverydayScene poured(unsigned seed, int count, int kind, Real end) {
  property::RandomNumbers random(seed);
  EverydayScene scene{.kind = "poured", .seed = seed, .end = end};
  scene.friction = decimal(random.uniform(0.1, 0.9), 2);
  constexpr Real kSteps[] = {1e-3, 5e-4, 2.5e-4};
  scene.step = kSteps[random.pick(3)];
  const Real width = decimal(0.25 * std::sqrt(count) * random.uniform(0.6, 1.2) + 0.3, 2);

  // In shelves, from left to right and upwards; each body in a square of its own.
  Real x = 0, low = 0.01, high = low;
  for (int k = 0; k < count; ++k) {
    const Real reach = random.logarithmic(0.02, 0.1);
    if (x + 2.1 * reach > width) x = 0, low = high;
    const Point middle{x + 1.05 * reach, low + 1.05 * reach};
    x += 2.1 * reach, high = std::max(high, low + 2.1 * reach);
    const int shape = kind == 3 ? random.pick(3) : kind;
    Body body{.name = fmt::format("b{}", k),
              .shape = shape == 0   ? disk(middle, reach)
                       : shape == 1 ? rounded_box(random, middle, reach)
                                    : random_polygon(random, middle, reach, 3 + random.pick(7))};
    body.density = random.logarithmic(100, 10000);
    const Real sideways = random.uniform(-1, 1);
    body.velocity = {sideways, -random.uniform(0, 2)};
    body.spin = random.uniform(-5, 5);
    scene.bodies.push_back(std::move(body));
  }
  const Real top = decimal(high + 0.5, 2);
  const auto wall = [&](const char* name, Point a, Point b) {
    scene.bodies.push_back(
        {.name = name, .shape = polygon({a, {b[0], a[1]}, b, {a[0], b[1]}}), .held = true});
  };
  wall("floor", {-1, -0.5}, {decimal(width + 1, 2), 0});
  wall("left", {-1, 0}, {0, top});
  wall("right", {width, 0}, {decimal(width + 1, 2), top});
  return scene;
}

}  // namespace tactus::everyday
