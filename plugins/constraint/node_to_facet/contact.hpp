// One contact as detection finds it.
#pragma once

#include <cstdint>

#include "line.hpp"

namespace node_to_facet {

/// What touches what; used as ContactSet::branch.
enum class Form : std::int32_t {
  facet,   ///< a node, or the centre of a round particle, over a facet
  corner,  ///< the centre of a round particle near a vertex of a boundary
  round,   ///< two round particles
};

/// Of the key of a node's second row with one piece: in increments a node that is pressed into a re-entrant vertex,
/// as of a ring round another, touches both facets. Names of pieces leave this bit free.
inline constexpr std::uint64_t kSecondOfPiece = std::uint64_t{1} << 62;

struct Contact {
  Form form = Form::facet;
  Index node = kNone;  ///< the node, or the centre of the round particle
  /// The facet; kNone for two round particles; at a corner the facet before it.
  Index facet = kNone;
  Index other = kNone;  ///< the vertex at a corner, or the other centre
  std::uint64_t piece = 0;
  Real gap = 0, gap_old = 0;  ///< m, at y and at y_old
  Real beyond = 0;            ///< m, distance of the projection beyond the end of the facet
  Real facing = 0;  ///< cosine between the normals of node and facet; -1: they oppose each other
  bool opposes = true;  ///< the facet faces what the node's own facets can touch
  /// false: the node touches this facet, and so is not inside behind others, but there is no row
  bool wanted = true;
  /// The facet that carries the row of a corner pair of which the node and the facet are part.
  Index carrier = kNone;
  /// Of a corner pair: the node and the piece that carry its row where the next greatest separation is
  /// the greatest. Before the corners changed hands the contact was known by them. kNone: none
  Index former_node = kNone;
  std::uint64_t former_piece = 0;
};

}  // namespace node_to_facet
