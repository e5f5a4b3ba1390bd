/// \file space_facets.hpp  How two facets in space meet: an edge of one goes through the other, or
/// they meet in a position that signs of determinants alone do not decide.
#pragma once

#include <array>
#include <cstdint>

#include "core/audit/space_sign.hpp"

namespace tactus::core {

/// A facet: the numbers of its points, where they are, and its plane.
struct SpaceFacet {
  const Index* point;
  std::array<const Real*, 3> at;
  const RoundedPlane* plane;
};

struct FacetMeeting {
  enum class Kind : std::uint8_t {
    apart,
    degenerate,  ///< they have a point in common, and one of the signs there is 0
    crossing     ///< an edge of one properly pierces the other
  } kind = Kind::apart;
  /// Bit k: the edge from corner k to the next one of the first facet pierces the second; bit 3 + k:
  /// that of the second pierces the first.
  unsigned piercing = 0;
};

/// Compares the edges of each facet with the other facet; not those that have a point number in
/// common with it. Exact.
FacetMeeting meet(const SpaceFacet& f, const SpaceFacet& g);

}  // namespace tactus::core
