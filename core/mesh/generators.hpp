/// \file generators.hpp  Meshes made from a few numbers, and their way to their place.
///
/// Deterministic. Lengths times a power of two give points times that power, to the bit. Points
/// shared by design (corners, mirrored positions) are computed the same way, so that bodies which
/// meet in the drawing meet in the doubles.
#pragma once

#include "core/config/scene/configuration.hpp"
#include "core/mesh/mesh.hpp"

namespace tactus::core {

/// [0, size_x] x [0, size_y] in equal cells. 2 triangles a cell: cut from the lower left to the
/// upper right corner; 4: round a node in the centre. Cells whose centre lies in a closed box of
/// `without` are left out, and the nodes that only they had. Nodes: corners row by row, then
/// centres. Groups bottom, right, top, left: edges on the sides of the whole rectangle; a side that
/// was left out altogether has no group.
/// @throws MeshError where numbers are out of range, nothing is left, or the mesh is absurdly large.
Mesh rectangle(const RectangleMesh& options);

/// Disk round the origin: a node in the centre, ring k = 1..n of 6k nodes at radius k R/n and
/// angles 2 pi j/(6k), 6 n^2 triangles. Mirror images at the axes and diagonals are exact where the
/// nodes have them. Group: boundary.
/// @throws MeshError where numbers are out of range.
Mesh disk(const DiskMesh& options);

/// Simple polygon, either orientation: its sides cut into equal edges no longer than `size`, inner
/// nodes on a hexagonal lattice of that width, constrained Delaunay triangles; refined after Ruppert
/// where they are thin (short sides, narrow necks: edges of the outline are then halved), smoothed.
/// Angles are above 20 degrees but where the outline itself has smaller ones; inner edges reach 1.4
/// `size`. Nodes: the outline counter-clockwise, then inner ones. Group side_k: the edges from point
/// k to the next one, counted from 1.
/// @throws MeshError where sides cross or touch (naming them) or numbers are out of range.
Mesh polygon(const PolygonMesh& options);

/// Scales, then rotates counter-clockwise about the origin (3D: about the z axis), then translates.
/// Quarter turns are exact.
/// @param  rotate     rad
/// @param  translate  [dim] m, or empty
/// @throws MeshError where scale is not positive or a number is not finite.
void place(Mesh& mesh, Real scale, Real rotate, View<Real> translate);

}  // namespace tactus::core
