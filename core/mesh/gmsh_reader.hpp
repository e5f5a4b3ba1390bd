/// \file gmsh_reader.hpp  Gmsh files, MSH 2.2 and 4.1, ASCII and binary.
#pragma once

#include <filesystem>

#include "core/mesh/mesh.hpp"

namespace tactus::core {

/// Reads triangles (dim 2) or tetrahedra (dim 3), and as groups the entities of each named physical
/// group: points, edges, triangles, tetrahedra. Nodes that no element has (centres of arcs, say)
/// are left out; nodes keep the order of the file otherwise. In the plane a constant z is dropped.
/// Sections of other names are skipped. Memory stays within a small multiple of the file's size,
/// whatever counts the file claims.
/// @throws MeshError, naming file and line (binary: byte) and the remedy, where the file cannot be
///         read, is cut off or damaged, or holds elements that are not linear simplices of `dim`.
Mesh read_gmsh(const std::filesystem::path& path, int dim);

/// The same for the bytes of a file, `name` being what errors call it.
Mesh read_gmsh_bytes(std::string name, std::string bytes, int dim);

}  // namespace tactus::core
