// Facts about the boundaries of all bodies that node_to_facet needs during the whole run: their
// smooth pieces, the elements behind facets, and the neighbours of facets.
#pragma once

#include <tactus/compressed_rows.hpp>
#include <vector>

#include "line.hpp"

namespace node_to_facet {

/// A smooth piece of a boundary ends at each vertex where the boundary turns by 30 degrees or more
/// at the start of the run. A contact belongs to a piece. Therefore its key does not change while
/// it slides over the facets of a piece, and a node in a re-entrant corner touches both walls.
class Boundary {
 public:
  void setup(const Surface& surface);

  const Surface& surface() const { return *surface_; }
  /// Name of the piece to which a facet belongs; it does not depend on the numbering of the run.
  std::uint64_t piece(Index facet) const { return piece_[at(facet)]; }
  /// Whether a piece ends at end k (0 or 1) of a facet.
  bool ends(Index facet, int k) const { return ends_[at(2 * facet + k)] != 0; }
  /// The next facet beyond end k of a facet, or kNone.
  Index next(Index facet, int k) const { return next_[at(2 * facet + k)]; }
  /// m, altitude over the facet of the element behind it at the start; infinite if there is none.
  Real altitude(Index facet) const { return altitude_[at(facet)]; }
  /// Whether x lies in one of the elements that share a vertex with the facet, including their
  /// sides, by exact signs. If a body has no elements, everything behind its facets counts as
  /// inside.
  /// @param node   elements that contain this node are ignored
  /// @param touch  m, distance outside an element that still counts as inside
  bool is_inside(View<Real> y, Index facet, const V2& x, Index node, Real touch) const;
  /// Whether a node lies in one of the elements at a vertex that it is not part of, including their
  /// sides, by exact signs.
  bool is_inside_at(View<Real> y, Index vertex, Index node) const;

 private:
  bool element_holds(View<Real> y, Index element, const V2& x, Real touch) const;
  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }
  void find_neighbours();
  void join_pieces();
  void find_altitudes();

  const Surface* surface_ = nullptr;
  std::vector<std::uint64_t> piece_;
  std::vector<std::uint8_t> ends_;
  std::vector<Index> next_;
  std::vector<Real> altitude_;
  CompressedRows<> elements_at_;  ///< [vertices]
};

}  // namespace node_to_facet
