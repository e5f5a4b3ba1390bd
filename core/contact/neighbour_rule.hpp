/// \file neighbour_rule.hpp  Self contact: which facets of one body count as neighbours and
/// therefore form no candidate pair.
#pragma once

#include <vector>

#include "tactus/compressed_rows.hpp"
#include "tactus/detection.hpp"

namespace tactus::core {

/// Two facets of one body are neighbours, and form no pair, if they share a vertex. In space they are also
/// neighbours if a vertex of one is at most two mesh edges away from a vertex of the other and
///   - they face the same way, n_f . n_g >= 0.9, or
///   - neither protrudes beyond the other: the vertices of each lie behind the plane of the other,
///     or at most 0.05 times the smallest altitude of an element above it.
/// Mesh edges are edges of elements, so that the two sides of a thin sheet are near each other. Nearly coplanar
/// facets of one body are by far the most frequent pairs with overlapping boxes. They can only meet after they have
/// bent towards each other, so this is judged again for each near list.
///
/// A pair of a facet with a vertex, or of two edges, is left out if all facets that contain the vertex or the edges
/// are neighbours. Elements and vertices are left out only if the vertex belongs to the element, which broad phases
/// ensure (BoxQuery::wanted): an element that is pushed into its own body may well be close to where it is pushed.
class NeighbourRule {
 public:
  /// `self` [bodies]: 1 for bodies with self contact.
  NeighbourRule(const Surface& surface, View<std::uint8_t> self);

  /// Sets the positions at which facets are judged: y, and also y_end if it is not empty. A pair is
  /// left out if its facets are neighbours at both. Views stay valid while pairs are judged.
  /// @param altitude  m, Scales
  void begin(View<Real> y, View<Real> y_end, Real altitude);

  void filter_facets(std::vector<Pair>& pairs, Executor& executor);
  void filter_facet_vertex(std::vector<Pair>& pairs, Executor& executor);
  void filter_edges(std::vector<Pair>& pairs, Executor& executor);

 private:
  template <class Drop>
  void drop_if(std::vector<Pair>& pairs, Executor& executor, const Drop& drop);
  bool are_neighbours(Index f, Index g) const;
  bool are_within_two_edges(Index f, Index g) const;
  bool are_alike(Index f, Index g, View<Real> y) const;
  /// Whether each facet of one list is a neighbour of each facet of the other.
  bool are_neighbours(View<Index> some, View<Index> others) const;

  const Surface& surface_;
  std::vector<std::uint8_t> self_;
  bool needed_ = false;
  /// [boundary vertices] those at most two mesh edges away; only in space
  CompressedRows<> within_two_;
  View<Real> y_, y_end_;
  Real height_ = 0;
  std::vector<std::uint8_t> dropped_;  ///< [pairs] work space
};

}  // namespace tactus::core
