// Squares of very unequal sizes, each a body: what makes trees and cells of bodies slow if they are careless.
#pragma once

#include <tactus/conformance/box_scenes.hpp>

namespace tactus::testing {

/// A share (least/s)^2 of them is larger than s, up to 1e3 least; each has some six partners.
inline conformance::BoxSet spread_squares(Index count, conformance::Random& random) {
  conformance::BoxSet set;
  set.dim = 2;
  const Real least = std::sqrt(2.5 / static_cast<Real>(count)) / 3.7;
  for (Index k = 0; k < count; ++k) {
    const Real s = least / std::sqrt(std::max(random(), 1e-6)), x = random(), y = random();
    set.add({x, y, 0}, {x + s, y + s, 0}, static_cast<std::int32_t>(k));
  }
  return set;
}

}  // namespace tactus::testing
