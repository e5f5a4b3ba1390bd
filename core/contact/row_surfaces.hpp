/// \file row_surfaces.hpp  Finds the named surfaces that meet in a row if its constraint does not
/// give them.
#pragma once

#include <cstdint>
#include <utility>

#include "tactus/surface.hpp"

namespace tactus::core {

/// For each of the two bodies in a stencil this is the surface of a facet that is completely in the
/// stencil or, if there is none, the surface of the body's first vertex. The body of the first
/// vertex comes first. If the stencil has a single body, the second surface is that of the vertices
/// outside the facet.
std::pair<std::int32_t, std::int32_t> surfaces_of_stencil(const Surface& surface,
                                                          View<Index> stencil);

/// Says that a row pushes against something outside of the model that its constraint does not name.
std::string unknown_outside(Index row, std::int32_t given, std::size_t known);

}  // namespace tactus::core
