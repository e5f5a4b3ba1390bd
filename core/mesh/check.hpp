/// \file check.hpp  Checks whether a mesh is valid for a computation.
#pragma once

#include <string>
#include <vector>

#include "core/mesh/mesh.hpp"

namespace tactus::core {

/// One kind of flaw: how often it occurs, and a sentence with the first places and a remedy.
struct MeshProblem {
  enum class What : std::uint8_t {
    empty,               ///< no elements
    malformed,           ///< arrays of impossible lengths
    not_finite,          ///< a coordinate is NaN or infinite
    out_of_range,        ///< an element or a group refers to a node that does not exist
    unused_nodes,        ///< nodes that belong to no element and would have no mass
    repeated_node,       ///< an element contains a node twice
    inverted,            ///< clockwise triangle, tetrahedron of negative volume
    flat,                ///< volume zero up to rounding
    duplicate_elements,  ///< the same nodes as another element
    overlapping,         ///< more than two elements at a facet, or two on the same side of it
    non_manifold,        ///< 2D: a node with more than two boundary edges; 3D: an edge with more
                         ///< than two boundary facets
    coincident_nodes,    ///< nodes in one place: parts that look joined and are not
  };
  What what;
  Index count = 0;
  std::string message;  ///< nodes and elements are counted from 1, with their coordinates
};

/// All problems, in the order of What; a valid mesh has none. Never throws for bad meshes; tests
/// that an earlier problem makes meaningless are skipped.
std::vector<MeshProblem> check(const Mesh& mesh);

}  // namespace tactus::core
