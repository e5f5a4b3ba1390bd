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

void SurfaceBoxes::set_box(Real* box, View<Index> vertices, View<Real> y, View<Real> y_end,
                           Real reach) const {
  const int dim = surface_.dim;
  for (int d = 0; d < dim; ++d) {
    Real low = kUnlimited, high = -kUnlimited;
    for (const Index v : vertices) {
      const Real a = y[dim * v + d], b = y_end.empty() ? a : y_end[dim * v + d];
      low = std::min({low, a, b});
      high = std::max({high, a, b});
    }
    box[d] = low - reach;
    box[dim + d] = high + reach;
  }
}

void SurfaceBoxes::update(View<Real> y, View<Real> y_end, Real reach) {
  const int size = 2 * surface_.dim;
  for (Set& set : sets_) {
    const auto corners = static_cast<std::size_t>(set.boxes.corners);
    for (Index i = 0; i < set.boxes.count; ++i) {
      const View<Index> vertices =
          set.boxes.corner.subspan(static_cast<std::size_t>(i) * corners, corners);
      const Real radius = corners == 1 ? surface_.radius[vertices[0]] : 0;
      set_box(set.bounds.data() + size * i, vertices, y, y_end, reach + radius);
    }
  }
}

}  // namespace tactus::core
