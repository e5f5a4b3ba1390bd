#include "topology.hpp"

#include <algorithm>

namespace vertex_face {
namespace {

bool contains(View<Index> list, Index v) {
  return std::find(list.begin(), list.end(), v) != list.end();
}

}  // namespace

void Topology::setup(const Surface& surface) {
  surface_ = &surface;
  find_edges();
  find_elements();
  vertex_of_.clear();
  for (Index v = 0; v < surface.boundary_vertices; ++v)
    vertex_of_.push_back({surface.global[v], v});
  std::sort(vertex_of_.begin(), vertex_of_.end());
}

void Topology::find_edges() {
  edge_.assign(at(3 * surface_->facets), kNone);
  for (Index e = 0; e < surface_->edges; ++e) {
    const View<Index> ends = surface_->edge_vertices(e);
    for (const Index f : facets_at(e)) {
      if (f == kNone) continue;
      const View<Index> corner = surface_->facet_vertices(f);
      for (Index k = 0; k < 3; ++k)
        if (contains(ends, corner[k]) && contains(ends, corner[(k + 1) % 3]))
          edge_[at(3 * f + k)] = e;
    }
  }
}

void Topology::find_elements() {
  behind_.assign(at(surface_->facets), kNone);
  for (Index e = 0; e < surface_->elements; ++e) {
    const View<Index> corner = surface_->element_vertices(e);
    for (Index k = 0; k < 4; ++k) {
      if (!surface_->element_outer_face[4 * e + k]) continue;
      const std::array<Index, 3> face{corner[(k + 1) % 4], corner[(k + 2) % 4],
                                      corner[(k + 3) % 4]};
      if (const Index f = facet_of(face); f != kNone) behind_[at(f)] = corner[k];
    }
  }
}

std::array<Index, 2> Topology::facets_at(Index edge) const {
  return {surface_->edge_facet[2 * edge], surface_->edge_facet[2 * edge + 1]};
}

Index Topology::third_corner(Index facet, Index edge) const {
  const View<Index> ends = surface_->edge_vertices(edge);
  for (const Index v : surface_->facet_vertices(facet))
    if (!contains(ends, v)) return v;
  return kNone;
}

Index Topology::vertex_of(Index global) const {
  const auto found =
      std::lower_bound(vertex_of_.begin(), vertex_of_.end(), std::array<Index, 2>{global, kNone});
  return found != vertex_of_.end() && (*found)[0] == global ? (*found)[1] : kNone;
}

Index Topology::facet_of(const std::array<Index, 3>& vertices) const {
  for (const Index f : surface_->facets_of(vertices[0]))
    if (contains(surface_->facet_vertices(f), vertices[1]) &&
        contains(surface_->facet_vertices(f), vertices[2]))
      return f;
  return kNone;
}

Index Topology::edge_of(Index a, Index b) const {
  for (const Index f : surface_->facets_of(a))
    for (Index k = 0; k < 3; ++k) {
      const Index e = edge(f, k);
      if (e == kNone) continue;
      const View<Index> ends = surface_->edge_vertices(e);
      if (contains(ends, a) && contains(ends, b)) return e;
    }
  return kNone;
}

}  // namespace vertex_face
