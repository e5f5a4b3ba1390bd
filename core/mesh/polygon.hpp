/// \file polygon.hpp  Triangles of good shape inside of a polygon.
#pragma once

#include "core/mesh/mesh.hpp"

namespace tactus::core {

/// Simple polygon, either orientation: its sides cut into equal edges no longer than `size`, inner
/// nodes on a hexagonal lattice of that width, constrained Delaunay triangles; refined after Ruppert
/// where they are thin (short sides, narrow necks: edges of the outline are then halved), smoothed.
/// Angles are above 20 degrees but where the outline itself has smaller ones; inner edges reach 1.4
/// `size`. Nodes: the outline counter-clockwise, then inner ones. Group side_k: the edges from point
/// k to the next one, counted from 1.
/// @param  points  rows [x, y] m
/// @param  size    m, longest edge of the outline
/// @throws MeshError where sides cross or touch (naming them) or numbers are out of range.
Mesh polygon(const std::vector<Real>& points, Real size);

}  // namespace tactus::core
