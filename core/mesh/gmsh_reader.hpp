/// \file gmsh_reader.hpp  Reads Gmsh files, MSH 2.2 and 4.1, ASCII and binary.
#pragma once

#include <string>

#include "core/mesh/mesh.hpp"

namespace tactus::core {

/// Reads triangles (dim 2) or tetrahedra (dim 3) and converts each named physical group (points,
/// edges, triangles, tetrahedra) to a group. Nodes that belong to no element (centres of arcs, say)
/// are left out; the others keep the order of the file. In the plane a constant z is dropped.
/// Sections with other names are skipped. Memory stays within a small multiple of the size of the
/// file, whatever counts it contains.
/// @param name   of the file, for errors
/// @param bytes  what it holds
/// @throws MeshError, naming file and line (binary: byte) and the remedy, if it is truncated or damaged, or
///         contains elements that are not linear simplices of `dim`.
Mesh read_gmsh(std::string name, std::string bytes, int dim);

}  // namespace tactus::core
