/// \file place.hpp  Moves a mesh to its place in the scene.
#pragma once

#include "core/mesh/mesh.hpp"

namespace tactus::core {

/// Scales, then rotates counter-clockwise about the origin (3D: about the z axis), then translates.
/// Quarter turns are exact.
/// @param  rotate     rad
/// @param  translate  [dim] m, or empty
/// @throws MeshError if scale is not positive or a number is not finite.
void place(Mesh& mesh, Real scale, Real rotate, View<Real> translate);

}  // namespace tactus::core
