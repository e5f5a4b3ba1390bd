#include "core/contact/depth_limit.hpp"

#include <algorithm>

namespace tactus::core {
namespace {

bool holds(View<Index> vertices, Index v) {
  return std::find(vertices.begin(), vertices.end(), v) != vertices.end();
}

/// Distance in metres of a point from the line or plane through the vertices of a facet.
template <int D>
Real height_over(const Surface& s, View<Index> facet, Index vertex) {
  const Vec<D> from = point<D>(s.reference, facet[0]);
  Vec<D> rest = point<D>(s.reference, vertex) - from, sides[2];
  for (int k = 0; k + 1 < D; ++k) {
    sides[k] = point<D>(s.reference, facet[static_cast<std::size_t>(k) + 1]) - from;
    for (int j = 0; j < k; ++j) sides[k] -= sides[k].dot(sides[j]) * sides[j];
    sides[k].normalize();
    rest -= rest.dot(sides[k]) * sides[k];
  }
  return rest.norm();
}

}  // namespace

/// Finds the element behind each facet: the one that has all vertices of the facet. Its altitude
/// over the facet is the distance of the remaining vertex.
DepthLimit::DepthLimit(const Surface& surface) : surface_(surface) {
  altitude_.assign(static_cast<std::size_t>(surface.facets), kUnlimited);
  for (Index e = 0; e < surface.elements; ++e) {
    const View<Index> corners = surface.element_vertices(e);
    for (const Index v : corners)
      for (const Index f : v < surface.boundary_vertices ? surface.facets_of(v) : View<Index>{}) {
        const View<Index> facet = surface.facet_vertices(f);
        if (!std::ranges::all_of(facet, [&](Index w) { return holds(corners, w); })) continue;
        const Index opposite =
            *std::ranges::find_if(corners, [&](Index w) { return !holds(facet, w); });
        altitude_[static_cast<std::size_t>(f)] = with_dimension(
            surface.dim,
            [&]<int D>(Dimension<D>) { return height_over<D>(surface, facet, opposite); });
      }
  }
  for (const Real altitude : altitude_) least_ = std::min(least_, altitude / 2);
  for (const Real radius : surface.radius)
    if (radius > 0) least_ = std::min(least_, radius);
}

Real DepthLimit::thickness(View<Index> stencil) const {
  Real least = kUnlimited;
  for (const Index v : stencil) {
    if (surface_.radius[v] > 0) least = std::min(least, 2 * surface_.radius[v]);
    if (v >= surface_.boundary_vertices) continue;
    for (const Index f : surface_.facets_of(v))
      if (std::ranges::all_of(surface_.facet_vertices(f),
                              [&](Index w) { return holds(stencil, w); }))
        least = std::min(least, altitude_[static_cast<std::size_t>(f)]);
  }
  return least;
}

}  // namespace tactus::core
