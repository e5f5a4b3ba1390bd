/// \file mesh.hpp  The mesh of one body before it is placed, as generators and readers make it.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "tactus/types.hpp"

namespace tactus::core {

/// A named part of a mesh: points, boundary facets or elements.
struct Group {
  std::string name;
  /// Dimension of its entities: 0 points, 1 edges, 2 triangles, 3 tetrahedra
  int dim = 0;
  std::vector<Index> nodes;  ///< sorted, unique; supports and velocities refer to them
  std::vector<Index> cells;  ///< [entities * (dim + 1)] node numbers
};

/// Linear simplices: triangles (dim 2, counter-clockwise) or tetrahedra (dim 3, positive volume).
struct Mesh {
  int dim = 2;
  std::vector<Real> points;     ///< [nodes * dim] m
  std::vector<Index> elements;  ///< [elements * (dim + 1)]
  std::vector<Group> groups;    ///< with unique names; rectangle: bottom, right, top, left

  Index nodes() const { return static_cast<Index>(points.size()) / dim; }
  Index element_count() const { return static_cast<Index>(elements.size()) / (dim + 1); }
  const Group* group(std::string_view name) const {
    for (const Group& g : groups)
      if (g.name == name) return &g;
    return nullptr;
  }
};

/// Computes Group::nodes from Group::cells.
inline std::vector<Index> unique_nodes(std::vector<Index> cells) {
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  return cells;
}

}  // namespace tactus::core
