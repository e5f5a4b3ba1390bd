/// \file polygon.hpp  Generates well-shaped triangles inside a polygon.
#pragma once

#include "core/mesh/mesh.hpp"

namespace tactus::core {

/// Meshes a simple polygon of either orientation. Its sides are divided into equal edges no longer than `size`,
/// inner nodes start on a hexagonal lattice of that width, and a constrained Delaunay triangulation connects them.
/// Ruppert's algorithm refines thin triangles (short sides, narrow necks), for which edges of the outline may be
/// bisected; then inner nodes are smoothed. Angles exceed 20 degrees, except where the outline itself has smaller
/// ones; inner edges are at most 1.4 `size` long. Nodes: the outline counter-clockwise, then inner ones. Group
/// side_k contains the edges from point k to the next one, counted from 1.
/// @param  points  rows [x, y] m
/// @param  size    m, longest edge of the outline
/// @throws MeshError if sides cross or touch (the message names them) or numbers are out of range.
Mesh polygon(const std::vector<Real>& points, Real size);

}  // namespace tactus::core
