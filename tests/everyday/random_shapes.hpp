/// \file random_shapes.hpp  Convex shapes drawn at random.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "shapes.hpp"
#include "tests/property/random_numbers.hpp"

namespace tactus::everyday {

using property::operator+;

/// On a circle of radius `reach` that is pressed flat by up to a half, no two corners nearer than a third
/// of their mean distance.
inline Shape random_polygon(property::RandomNumbers& random, Point middle, Real reach,
                            int corners) {
  const Real flat = random.uniform(0.5, 1), turn = random.uniform(0, 2 * property::kPi);
  const Real first = random.uniform(0, 2 * property::kPi), each = 2 * property::kPi / corners;
  Polygon out;
  for (int i = 0; i < corners; ++i) {
    const Real angle = first + each * (i + random.uniform(-1. / 3, 1. / 3));
    const Point p{reach * std::cos(angle), flat * reach * std::sin(angle)};
    out.push_back(middle + property::turned(p, turn));
  }
  return polygon(std::move(out));
}

/// A box whose corners are arcs of three chords.
inline Shape rounded_box(property::RandomNumbers& random, Point middle, Real reach) {
  const Real slim = random.uniform(0.5, 1), turn = random.uniform(0, 2 * property::kPi);
  const Real half = 0.95 * reach / std::hypot(1, slim),
             round = random.uniform(0.2, 0.5) * slim * half;
  Polygon out;
  for (int corner = 0; corner < 4; ++corner) {
    const Point centre{(corner == 0 || corner == 3 ? 1 : -1) * (half - round),
                       (corner < 2 ? 1 : -1) * (slim * half - round)};
    for (int i = 0; i < 4; ++i) {
      const Point arm = property::towards(property::kPi / 2 * (corner + i / 3.));
      out.push_back(middle +
                    property::turned(centre + Point{round * arm[0], round * arm[1]}, turn));
    }
  }
  return polygon(std::move(out));
}

inline Shape box(Point middle, Real width, Real height, Real turn) {
  const Polygon corners{{-width / 2, -height / 2},
                        {width / 2, -height / 2},
                        {width / 2, height / 2},
                        {-width / 2, height / 2}};
  return polygon(property::placed(corners, turn, middle));
}

/// An isosceles triangle with this angle at its tip.
inline Shape needle(Point middle, Real length, Real angle, Real turn) {
  const Real half = length * std::tan(angle / 2);
  return polygon(property::placed({{-length / 3, -half}, {2 * length / 3, 0}, {-length / 3, half}},
                                  turn, middle));
}

}  // namespace tactus::everyday
