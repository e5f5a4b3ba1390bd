/// \file contact_lengths.hpp  The lengths that constraints take from the Scales: one formula for all
/// of them, as solvers have to stay well below the first.
#pragma once

#include <algorithm>

#include "context.hpp"

namespace tactus {

/// m, gap that a row is asked for, ContactSet::lower (over its scale): violations are looked for at
/// 0, so a solver may miss it by nearly as much and the next detection finds nothing,
///   max(1e-9 altitude, 64 eps coordinate),  eps = 2^-52:
/// far below anything the mesh resolves, far above the rounding of a position. Solvers: the bias or
/// tolerance of a gap is to be a small part of 1e-9 Scales::altitude.
inline Real contact_margin(const Scales& scales) {
  return std::max(1e-9 * scales.altitude, 64 * 0x1p-52 * scales.coordinate);
}

/// m, Detection::reach for lists of facets: a good part of a facet or of the thinnest element,
/// whichever is more. Longer lists are made anew more rarely; results are the same.
inline Real facet_reach(const Scales& scales) {
  return 0.3 * std::max(scales.altitude, scales.median_facet / 2);
}

}  // namespace tactus
