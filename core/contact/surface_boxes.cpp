#include "core/contact/surface_boxes.hpp"

#include <algorithm>

namespace tactus::core {

SurfaceBoxes::SurfaceBoxes(const Surface& surface, const Detection& wanted) : surface_(surface) {
  for (Set& set : sets_) set.boxes.dim = surface.dim;
  if (wanted.facet_facet || wanted.facet_vertex)
    add(Thing::facet, surface.facet, surface.facet_body, surface.dim);
  if (wanted.vertex_vertex || (wanted.facet_vertex && !wanted.every_vertex))
    add_vertices(Thing::particle, true);
  if (wanted.element_vertex || (wanted.facet_vertex && wanted.every_vertex))
    add_vertices(Thing::vertex, false);
  if (wanted.edge_edge) add_edges();
  if (wanted.element_vertex)
    add(Thing::element, surface.element, surface.element_body, surface.dim + 1);
}

void SurfaceBoxes::add(Thing thing, View<Index> corner, View<std::int32_t> body, int corners) {
  Set& set = sets_[static_cast<std::size_t>(thing)];
  set.bounds.assign(2 * static_cast<std::size_t>(surface_.dim) * body.size(), 0);
  set.boxes = {.dim = surface_.dim,
               .count = static_cast<Index>(body.size()),
               .bounds = set.bounds,
               .body = body,
               .corner = corner,
               .corners = corners};
}

void SurfaceBoxes::add_vertices(Thing thing, bool particles_only) {
  Set& set = sets_[static_cast<std::size_t>(thing)];
  for (Index v = 0; v < surface_.boundary_vertices; ++v)
    if (!particles_only || surface_.facets_of(v).empty()) {
      set.corner.push_back(v);
      set.body.push_back(surface_.vertex_body[v]);
    }
  add(thing, set.corner, set.body, 1);
}

void SurfaceBoxes::add_edges() {
  Set& set = sets_[static_cast<std::size_t>(Thing::edge)];
  for (Index e = 0; e < surface_.edges; ++e)
    set.body.push_back(surface_.vertex_body[surface_.edge_vertices(e)[0]]);
  add(Thing::edge, surface_.edge, set.body, 2);
}

template <int D>
void SurfaceBoxes::set_boxes(Set& set, Range range, const BoxPlace& place) const {
  const auto corners = static_cast<std::size_t>(set.boxes.corners);
  for (Index i = range.begin; i < range.end; ++i) {
    const Index* const corner = set.boxes.corner.data() + static_cast<std::size_t>(i) * corners;
    Real low[D], high[D];
    std::fill_n(low, D, kUnlimited);
    std::fill_n(high, D, -kUnlimited);
    for (const View<Real> y : {place.y, place.y_end})
      for (std::size_t k = 0; k < corners && !y.empty(); ++k)
        for (int d = 0; d < D; ++d) {
          const Real x = y[static_cast<std::size_t>(D * corner[k] + d)];
          low[d] = std::min(low[d], x);
          high[d] = std::max(high[d], x);
        }
    const Real inflation = place.reach + (corners == 1 ? surface_.radius[corner[0]] : 0);
    Real* const box = set.bounds.data() + 2 * D * i;
    for (int d = 0; d < D; ++d) box[d] = low[d] - inflation, box[D + d] = high[d] + inflation;
  }
}

void SurfaceBoxes::update(const BoxPlace& place, Executor& executor) {
  constexpr Index kGrain = 4096;
  with_dimension(surface_.dim, [&]<int D>(Dimension<D>) {
    for (Set& set : sets_)
      executor.for_each(set.boxes.count, kGrain,
                        [&](Range range, Context&) { set_boxes<D>(set, range, place); });
  });
}

}  // namespace tactus::core
