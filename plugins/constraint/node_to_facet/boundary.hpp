// What node_to_facet knows of the boundaries of all bodies for the whole run: their smooth pieces, the
// elements behind facets, and what lies next to what.
#pragma once

#include <tactus/compressed_rows.hpp>
#include <vector>

#include "line.hpp"

namespace node_to_facet {

/// A piece of a boundary ends at each vertex at which the boundary turns by 30 degrees or more, at the
/// start of the run: what a contact belongs to, so that its key stays while it slides over facets, and
/// a body in a re-entrant corner touches both walls.
class Boundary {
 public:
  void setup(const Surface& surface);

  const Surface& surface() const { return *surface_; }
  /// Number of the piece that a facet is of, the same under any numbering of this run's own.
  std::uint64_t piece(Index facet) const { return piece_[at(facet)]; }
  /// Whether a piece ends at the end k (0 or 1) of a facet.
  bool ends(Index facet, int k) const { return ends_[at(2 * facet + k)] != 0; }
  /// The facet beyond the end k of a facet, or kNone.
  Index next(Index facet, int k) const { return next_[at(2 * facet + k)]; }
  /// m, altitude over the facet of the element behind it at the start; infinite where there is none.
  Real altitude(Index facet) const { return altitude_[at(facet)]; }
  /// Whether x lies in one of the elements that have a vertex of the facet as a corner, their sides
  /// included. Where a body has no elements, all that is behind its facets counts as inside.
  /// @param node   elements that it is a corner of are left out
  /// @param touch  m, how far outside of an element's side still counts
  bool is_inside(View<Real> y, Index facet, const V2& x, Index node, Real touch) const;

 private:
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
