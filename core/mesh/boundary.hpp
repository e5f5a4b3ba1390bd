/// \file boundary.hpp  Extracts the boundary of a mesh, and computes the sizes of its elements and
/// facets.
#pragma once

#include <vector>

#include "core/mesh/mesh.hpp"
#include "tactus/compressed_rows.hpp"

namespace tactus::core {

/// The facets that belong to exactly one element, in the order of their elements. Numbers are those
/// of the mesh's nodes.
struct Boundary {
  int dim = 2;
  std::vector<Index> facet;    ///< [facets * dim] 2D: body on the left; 3D: counter-clockwise from
                               ///< outside
  std::vector<Index> element;  ///< [facets] behind the facet
  /// [facets * dim] as Surface::neighbour: the facet across the side opposite to the k-th vertex,
  /// or kNone
  std::vector<Index> neighbour;
  /// 3D: [edges * 2] nodes of each edge, lower number first, in ascending order; [edges * 2] the
  /// facets on both sides of it, ascending. 2D: empty.
  std::vector<Index> edge, edge_facet;
  CompressedRows<> node_facet;  ///< [nodes] facets around a node, ascending; inner nodes have none

  Index facets() const { return static_cast<Index>(facet.size()) / dim; }
};

/// Appends the facets that belong to one of the elements [elements * (dim + 1)] only, as in Boundary, and
/// the element behind each.
void add_outer_facets(int dim, View<Index> elements, Index nodes, std::vector<Index>& facet,
                      std::vector<Index>& element);

/// @pre check(mesh) found nothing. At non-manifold places neighbours would be kNone.
Boundary boundary(const Mesh& mesh);

/// [elements] m, smallest altitude of each: dim * volume / largest facet.
std::vector<Real> smallest_altitudes(const Mesh& mesh);

/// [facets] m: length of an edge (2D), smallest altitude of a triangle (3D).
std::vector<Real> facet_sizes(const Mesh& mesh, const Boundary& boundary);

/// [facets] m: longest edge of each facet; in 2D its length.
std::vector<Real> facet_longest_edges(const Mesh& mesh, const Boundary& boundary);

}  // namespace tactus::core
