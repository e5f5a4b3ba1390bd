/// \file friction/touching.hpp  When two bodies touch.
#pragma once

#include "../context.hpp"

namespace tactus::friction {

/// m, bodies that are no farther apart than this touch: 1e-9 facet lengths. It is the reach of implicit
/// laws. With a reach of zero, rounding would open contacts at which bodies rest: an arch keeps 4 of its
/// 34, and a resting block creeps.
inline Real touching(const Scales& scales) { return 1e-9 * scales.median_facet; }

}  // namespace tactus::friction
