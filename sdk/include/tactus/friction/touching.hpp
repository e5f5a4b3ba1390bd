/// \file friction/touching.hpp  When two bodies touch.
#pragma once

#include <algorithm>

#include "../contact_lengths.hpp"

namespace tactus::friction {

/// m, bodies that are no farther apart than this touch: 1e-8 facet lengths, and at least 64
/// roundings of the largest coordinate. It is the reach of implicit laws. With a reach of zero,
/// rounding would open contacts at which bodies rest: an arch keeps 4 of its 34, and a resting block
/// creeps. Nor may it be lost by the motion within a step: rotations are frozen in a step, so that a
/// hinge that turns at w opens by about w^2 h^2 r, 1e-11 m as an arch begins to fall.
inline Real touching(const Scales& scales) {
  return std::max(1e-8 * scales.median_facet, position_rounding(scales.coordinate));
}

}  // namespace tactus::friction
