// Finds the bodies that rows, violations and nearby facets belong to. Messages name these bodies.
#include <algorithm>
#include <limits>

#include "core/contact/contact_model.hpp"

namespace tactus::core {
namespace {

void sort_unique(std::vector<std::int32_t>& bodies) {
  std::sort(bodies.begin(), bodies.end());
  bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
}

}  // namespace

std::pair<std::int32_t, std::int32_t> KernelContact::bodies_of(Index row) const {
  if (row < 0 || row >= rows_.count) return {-1, -1};
  std::int32_t a = std::numeric_limits<std::int32_t>::max(), b = -1;
  for (const Index v : memory_.set.stencil(row)) {
    const std::int32_t body = geometry_.surface->vertex_body[v];
    a = std::min(a, body);
    b = std::max(b, body);
  }
  return {a, b};
}

std::pair<std::int32_t, std::int32_t> KernelContact::sides_of(Index row) const {
  const auto bodies = bodies_of(row);
  if (row < 0 || row >= rows_.count || memory_.set.outside[row] < 0) return bodies;
  const auto count = static_cast<std::int32_t>(geometry_.layout->bodies.size());
  return {bodies.first, count + memory_.set.outside[row]};
}

std::vector<std::int32_t> KernelContact::violating_bodies() const {
  std::vector<std::int32_t> bodies;
  for (Index i = 0; i < violations().count(); ++i)
    for (const Index v : violations().vertices(i))
      bodies.push_back(geometry_.surface->vertex_body[v]);
  sort_unique(bodies);
  return bodies;
}

std::vector<std::int32_t> KernelContact::neighbours_of(std::int32_t body) const {
  std::vector<std::int32_t> neighbours;
  const Surface& s = *geometry_.surface;
  const auto look = [&](View<Pair> pairs, const auto& first_body, const auto& second_body) {
    for (const Pair& p : pairs) {
      const std::int32_t a = first_body(p.first), b = second_body(p.second);
      if ((a == body) != (b == body)) neighbours.push_back(a == body ? b : a);
    }
  };
  const auto of_facet = [&](Index f) { return s.facet_body[f]; };
  const auto of_vertex = [&](Index v) { return s.vertex_body[v]; };
  const auto of_edge = [&](Index e) { return s.vertex_body[s.edge_vertices(e)[0]]; };
  const Candidates near = near_.candidates();
  look(near.facet_facet, of_facet, of_facet);
  look(near.facet_vertex, of_facet, of_vertex);
  look(near.vertex_vertex, of_vertex, of_vertex);
  look(near.edge_edge, of_edge, of_edge);
  look(
      near.element_vertex, [&](Index e) { return s.element_body[e]; }, of_vertex);
  look(
      near.plane_vertex, [&](Index p) { return s.plane_body[p]; }, of_vertex);
  sort_unique(neighbours);
  return neighbours;
}

}  // namespace tactus::core
