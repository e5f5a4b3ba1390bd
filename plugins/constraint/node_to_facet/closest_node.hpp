// The search of E. G. Petocz and F. Armero, A sorting contact detection algorithm, UCB/SEMM-98/06 (1998),
// section 5, which finite-element programs have used for long: of the other body take the boundary vertex
// M_C nearest to the node S, and then that of the two segments at M_C which is nearer to S. (The report has
// "whose distance to M_C is minimal"; that distance is 0 for both.) It finds the nearest point only where
// the nearest vertex belongs to the nearest segment.
#pragma once

#include <tactus/compressed_rows.hpp>

#include "contact.hpp"
#include "frozen_geometry.hpp"

namespace node_to_facet {

class ClosestNode {
 public:
  void setup(const Surface& surface);

  /// The contact of a node with the segment that the search finds on another body:
  ///   (1)  |x - y| with y the nearest point of the segment: how near it is, never negative
  ///   (2)  n.(x - y) with the outward normal n of the segment: Contact::gap
  /// The segment is that of the least (1). Where M_C itself is the nearest point of both, (1) is the same
  /// for both, and the one of the greater (2) is taken: a line with its normal separates S from M_C if one
  /// of the two does. Contact::facet is kNone if the body has no facets.
  Contact contact(const FrozenGeometry& geometry, Index node, std::int32_t body) const;
  /// The boundary vertex of a body nearest to a node, of equally near ones that of the least global
  /// number; kNone if the body has no facets.
  Index nearest_vertex(const FrozenGeometry& geometry, Index node, std::int32_t body) const;

 private:
  CompressedRows<> vertices_;  ///< [bodies] those with facets
};

}  // namespace node_to_facet
