/// \file depth.hpp  How deep something is inside a body: what the measurements in the plane and in space fill.
#pragma once

#include <algorithm>
#include <array>

#include "tactus/types.hpp"

namespace tactus::core {

/// Distance to the boundary of a body, positive inside, and the facet that is nearest.
struct SignedDistance {
  Real distance = 0, facet_length = 0;  ///< m; in space the longest edge of the facet
  Index facet = kNone;
};

struct Depth {
  Real length = 0;              ///< m
  Real in_facets = 0;           ///< multiples of the length of the nearest facet of the other body
  std::array<Real, 3> place{};  ///< where it is `length` deep
  Index point = kNone;          ///< the point of the boundary there; kNone: between such points
  Index facet = kNone;  ///< of the other body, that is nearest there, as the boundary numbers them

  /// Takes in a place that may be deeper.
  void raise(const SignedDistance& found, const std::array<Real, 3>& at, Index at_point) {
    if (!(found.distance > 0)) return;
    if (found.distance > length) {
      length = found.distance;
      place = at, point = at_point, facet = found.facet;
    }
    if (found.facet_length > 0)
      in_facets = std::max(in_facets, found.distance / found.facet_length);
  }

  /// Depth of a single point, or of a disk or ball round it.
  static Depth of_round(SignedDistance found, Real radius, const std::array<Real, 3>& at,
                        Index at_point) {
    Depth deepest;
    found.distance += radius;
    deepest.raise(found, at, at_point);
    if (radius > 0) deepest.in_facets = std::max(deepest.in_facets, deepest.length / radius);
    return deepest;
  }
};

}  // namespace tactus::core
