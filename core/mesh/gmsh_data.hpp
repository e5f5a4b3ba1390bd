/// \file gmsh_data.hpp  The content of a Gmsh file before it is converted to a Mesh.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "core/mesh/gmsh_cursor.hpp"

namespace tactus::core {

/// Dimension and number of a physical group or of a geometric entity.
using GmshTag = std::pair<int, Index>;

/// All simplices of one dimension.
struct GmshSimplices {
  std::vector<Index> nodes;   ///< positions in GmshData::points / 3
  std::vector<Index> entity;  ///< [simplices] number of the entity (2.2: of the physical group)
  Index count() const { return static_cast<Index>(entity.size()); }
};

struct GmshData {
  std::vector<Real> points;  ///< [nodes * 3], in the order of the file
  std::array<GmshSimplices, 4> simplices;
  std::map<GmshTag, std::string> names;            ///< of physical groups, unique
  std::map<GmshTag, std::vector<Index>> physical;  ///< physical groups of each entity
  /// Version 2.2 repeats an element that belongs to several physical groups once for each of them.
  bool repeats_elements = false;
};

/// Parses all sections.
/// @param dim  of the configuration; elements of a higher dimension are refused.
/// @throws MeshError with the place.
GmshData parse_gmsh(GmshCursor& in, int dim);

}  // namespace tactus::core
