/// \file unit_circle.hpp  Points on the unit circle whose mirror images are exact, for generators.
#pragma once

#include <utility>

#include "tactus/types.hpp"

namespace tactus::core {

/// (cos, sin) of j/n of a full turn, 0 <= j < n. The angle is reduced to an eighth of a turn with
/// integers, so that mirrored points differ only in the signs and order of coordinates, and quarter
/// turns are exact.
std::pair<Real, Real> unit_circle(Index j, Index n);

}  // namespace tactus::core
