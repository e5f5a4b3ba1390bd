#include "closest_node.hpp"

#include <cmath>
#include <tuple>

namespace node_to_facet {

void ClosestNode::setup(const Surface& surface) {
  std::vector<Pair> of_body;
  std::int32_t bodies = 0;
  for (Index v = 0; v < surface.boundary_vertices; ++v) {
    if (surface.facets_of(v).empty()) continue;
    const std::int32_t body = surface.vertex_body[v];
    bodies = std::max(bodies, body + 1);
    of_body.push_back({body, v});
  }
  std::sort(of_body.begin(), of_body.end());
  vertices_.assign_sorted(bodies, of_body);
}

Index ClosestNode::nearest_vertex(const FrozenGeometry& geometry, Index node,
                                  std::int32_t body) const {
  if (body >= vertices_.rows()) return kNone;
  const Surface& surface = geometry.surface();
  const V2 x = geometry.position(node);
  Index nearest = kNone;
  Real least = kUnlimited;
  for (const Index v : vertices_[body]) {
    const Real square = (geometry.position(v) - x).squaredNorm();
    if (square > least || (square == least && surface.global[v] > surface.global[nearest]))
      continue;
    least = square, nearest = v;
  }
  return nearest;
}

Contact ClosestNode::contact(const FrozenGeometry& geometry, Index node, std::int32_t body) const {
  Contact c{.node = node};
  const Index nearest = nearest_vertex(geometry, node, body);
  if (nearest == kNone) return c;
  const V2 x = geometry.position(node);
  const Real to_vertex = (x - geometry.position(nearest)).norm();
  std::tuple<Real, Real, Index> best;
  for (const Index facet : geometry.surface().facets_of(nearest)) {
    const Line line = geometry.line(facet);
    const Real height = line.height(x);
    const Real distance = line.beyond(x) > 0 ? to_vertex : std::abs(height);
    const std::tuple rank(distance, -height, geometry.name(facet));
    if (c.facet != kNone && !(rank < best)) continue;
    best = rank;
    c.facet = facet, c.gap = height;
  }
  c.piece = geometry.boundary.piece(c.facet);
  c.gap_old = geometry.old_height(c.facet, node);
  return c;
}

}  // namespace node_to_facet
