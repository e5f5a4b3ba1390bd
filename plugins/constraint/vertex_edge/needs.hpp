// Which conditions are violated at y (needs), and which branch settles each of them.
#pragma once

#include <tactus/constraint.hpp>
#include <vector>

#include "ranking.hpp"

namespace vertex_edge {

/// Tables made from one near list: what is near a vertex.
class Neighbourhood {
 public:
  /// Makes the tables anew if the list is another one than last time.
  void update(const DetectQuery& query, Real reach);

  View<Index> near_facets(Index vertex) const { return slice(facet_start_, facet_, vertex); }
  /// Elements that the vertex may get into while this list stands.
  View<Index> near_elements(Index vertex) const { return slice(element_start_, element_, vertex); }
  /// Vertices with near facets, ascending.
  View<Index> vertices() const { return vertices_; }

 private:
  static View<Index> slice(const std::vector<Index>& start, const std::vector<Index>& all,
                           Index i) {
    const auto begin = static_cast<std::size_t>(start[static_cast<std::size_t>(i)]);
    const auto end = static_cast<std::size_t>(start[static_cast<std::size_t>(i) + 1]);
    return View<Index>(all.data() + begin, all.data() + end);
  }
  void collect_facets(const DetectQuery& query);
  void collect_elements(const DetectQuery& query, Real reach);
  void index_elements(const Surface& surface);

  std::uint64_t list_ = 0;
  bool made_ = false;
  std::vector<Pair> vertex_facet_, vertex_element_;  ///< (vertex, other), sorted, unique
  std::vector<Index> facet_start_, facet_, element_start_, element_, vertices_;
  std::vector<Index> elements_of_start_, elements_of_;  ///< elements at a boundary vertex
};

/// Whether vertex v is inside element e at y: in the closed triangle, but strictly off every side
/// that is a boundary facet, and off its corners. Closed inner sides catch aligned meshes.
bool inside(const Surface& surface, View<Real> y, Index v, Index e);

/// Fills `needs` with all violations at query.y among what moved or was needed before (`pending`,
/// [vertices]); pairs first, then vertices, by number.
void find_needs(const DetectQuery& query, const Neighbourhood& near, View<std::uint8_t> pending,
                std::vector<Need>& needs);

}  // namespace vertex_edge
