/// \file unit_circle.hpp  Points of the unit circle whose mirror images are exact, for generators.
#pragma once

#include <utility>

#include "tactus/types.hpp"

namespace tactus::core {

/// (cos, sin) of j/n of a turn, 0 <= j < n. Reduced to an eighth of a turn in whole numbers, so that
/// mirrored points differ in signs and order only, and quarter turns are exact.
std::pair<Real, Real> unit_circle(Index j, Index n);

}  // namespace tactus::core
