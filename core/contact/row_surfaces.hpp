/// \file row_surfaces.hpp  Which named surfaces meet in a row whose constraint does not say.
#pragma once

#include <cstdint>
#include <utility>

#include "tactus/surface.hpp"

namespace tactus::core {

/// For each of the two bodies in a stencil the surface of a facet that is in it as a whole, or else of
/// its first vertex; the body of the first vertex comes first. In a stencil of one body the second
/// surface is that of the vertices which are not of such a facet.
std::pair<std::int32_t, std::int32_t> surfaces_of_stencil(const Surface& surface,
                                                          View<Index> stencil);

}  // namespace tactus::core
