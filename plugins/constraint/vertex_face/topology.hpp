// What is next to what on the boundary, as far as a Surface does not say it: the edges of a facet and
// the element behind it, and which branch a key means.
#pragma once

#include <array>
#include <tactus/surface.hpp>
#include <vector>

namespace vertex_face {
using namespace tactus;

class Topology {
 public:
  /// `surface` lives as long as this.
  void setup(const Surface& surface);

  const Surface& surface() const { return *surface_; }
  /// The edge between corners k and k + 1 of a facet; kNone where the boundary is not a surface.
  Index edge(Index facet, Index k) const { return edge_[at(3 * facet + k)]; }
  /// The fourth corner of the element behind a facet, or kNone.
  Index behind(Index facet) const { return behind_[at(facet)]; }
  /// The two facets at an edge, and the corner of each that is no end of the edge.
  std::array<Index, 2> facets_at(Index edge) const;
  Index third_corner(Index facet, Index edge) const;

  /// By Surface::global numbers; kNone if there is none.
  Index vertex_of(Index global) const;
  Index facet_of(const std::array<Index, 3>& vertices) const;
  Index edge_of(Index a, Index b) const;

 private:
  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }
  void find_edges();
  void find_elements();

  const Surface* surface_ = nullptr;
  std::vector<Index> edge_;                      ///< [facets * 3]
  std::vector<Index> behind_;                    ///< [facets]
  std::vector<std::array<Index, 2>> vertex_of_;  ///< (global, vertex), ascending
};

}  // namespace vertex_face
