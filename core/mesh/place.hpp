/// \file place.hpp  Moves a mesh to its place in the scene.
#pragma once

#include "core/mesh/mesh.hpp"

namespace tactus::core {

/// Scales, then rotates counter-clockwise about the origin, then translates. Quarter turns are
/// exact, in space those about an axis of coordinates.
/// @param  rotate     rad: one angle in the plane; in space rotation vectors, three numbers each,
///                    applied in their order; or empty
/// @param  translate  [dim] m, or empty
/// @throws MeshError if scale is not positive or a number is not finite.
void place(Mesh& mesh, Real scale, View<Real> rotate, View<Real> translate);

}  // namespace tactus::core
