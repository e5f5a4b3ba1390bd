#include "core/contact/contact_bodies.hpp"

#include <algorithm>
#include <limits>

namespace tactus::core {
namespace {

void sort_unique(std::vector<std::int32_t>& bodies) {
  std::sort(bodies.begin(), bodies.end());
  bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
}

}  // namespace

std::pair<std::int32_t, std::int32_t> bodies_of(const StepRows& rows, Index row) {
  if (row < 0 || row >= rows.rows().count) return {-1, -1};
  const Surface& surface = *rows.places().geometry().surface;
  std::int32_t a = std::numeric_limits<std::int32_t>::max(), b = -1;
  for (const Index v : rows.stencil(row)) {
    const std::int32_t body = surface.vertex_body[v];
    a = std::min(a, body);
    b = std::max(b, body);
  }
  return {a, b};
}

std::pair<std::int32_t, std::int32_t> sides_of(const StepRows& rows, Index row) {
  const auto bodies = bodies_of(rows, row);
  if (row < 0 || row >= rows.rows().count) return bodies;
  const std::int32_t outside = rows.memory().set.outside[row];
  if (outside < 0) return bodies;
  return {bodies.first,
          static_cast<std::int32_t>(rows.places().geometry().layout->bodies.size()) + outside};
}

std::vector<std::int32_t> violating_bodies(const Violations& violations, const Surface& surface) {
  std::vector<std::int32_t> bodies;
  for (Index i = 0; i < violations.count(); ++i)
    for (const Index v : violations.vertices(i)) bodies.push_back(surface.vertex_body[v]);
  sort_unique(bodies);
  return bodies;
}

std::vector<std::int32_t> neighbours_of(std::int32_t body, const NearList& list, const Surface& s) {
  std::vector<std::int32_t> neighbours;
  const auto look = [&](View<Pair> pairs, const auto& first_body, const auto& second_body) {
    for (const Pair& p : pairs) {
      const std::int32_t a = first_body(p.first), b = second_body(p.second);
      if ((a == body) != (b == body)) neighbours.push_back(a == body ? b : a);
    }
  };
  const auto of_facet = [&](Index f) { return s.facet_body[f]; };
  const auto of_vertex = [&](Index v) { return s.vertex_body[v]; };
  const auto of_edge = [&](Index e) { return s.vertex_body[s.edge_vertices(e)[0]]; };
  const Candidates near = list.candidates();
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
