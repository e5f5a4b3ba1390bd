/// \file neighbour_rule.hpp  Self contact: which facets of one body are neighbours, and no pair.
#pragma once

#include <vector>

#include "tactus/compressed_rows.hpp"
#include "tactus/detection.hpp"

namespace tactus::core {

/// Two facets of one body are neighbours, and no pair, if they share a vertex; in space also if a
/// vertex of one is at most two mesh edges from a vertex of the other (edges of elements, so that the
/// two sides of a thin sheet are near each other) and
///   - they face the same way, n_f . n_g >= 0.9, or
///   - neither sticks out of the other: the vertices of each lie behind the other's plane, or at most
///     0.05 times the smallest altitude of an element above it.
/// Pairs of nearly coplanar facets of one body are by far the most that boxes let through. They meet only
/// after they have bent towards each other, so they are judged anew wherever a near list is made.
///
/// A pair of a facet with a vertex, or of two edges, is left out where all facets at them are
/// neighbours. Elements and vertices are left out where they share a vertex only, which broad phases see
/// to (BoxQuery::wanted), as for all things: an element that is pushed into its own body may well be
/// near the place that it is pushed to.
class NeighbourRule {
 public:
  /// `self` [bodies] 1: with self contact.
  NeighbourRule(const Surface& surface, View<std::uint8_t> self);

  /// Positions at which facets are judged: y, and y_end too if it is not empty; a pair is left out if
  /// it is one of neighbours at both. Views stay valid while pairs are judged. @param altitude  m, Scales
  void begin(View<Real> y, View<Real> y_end, Real altitude);

  void filter_facets(std::vector<Pair>& pairs) const;
  void filter_facet_vertex(std::vector<Pair>& pairs) const;
  void filter_edges(std::vector<Pair>& pairs) const;

 private:
  bool are_neighbours(Index f, Index g) const;
  bool are_within_two_edges(Index f, Index g) const;
  bool are_alike(Index f, Index g, View<Real> y) const;
  /// Whether all facets of one list are neighbours of all of the other.
  bool are_neighbours(View<Index> some, View<Index> others) const;

  const Surface& surface_;
  std::vector<std::uint8_t> self_;
  bool needed_ = false;
  CompressedRows<> within_two_;  ///< [boundary vertices] at most two mesh edges away; in space
  View<Real> y_, y_end_;
  Real height_ = 0;
};

}  // namespace tactus::core
