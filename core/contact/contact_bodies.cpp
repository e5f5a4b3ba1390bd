// Which bodies rows, violations and near facets belong to: what messages name them by.
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
  return bodies_of_stencil(memory_.set.stencil(row));
}

std::pair<std::int32_t, std::int32_t> KernelContact::bodies_of_stencil(View<Index> stencil) const {
  std::int32_t a = std::numeric_limits<std::int32_t>::max(), b = -1;
  for (const Index v : stencil) {
    const std::int32_t body = geometry_.surface->vertex_body[v];
    a = std::min(a, body);
    b = std::max(b, body);
  }
  return {a, b};
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
  const View<std::int32_t> body_of = geometry_.surface->facet_body;
  for (const auto [f, g] : near_.facet_facet())
    if ((body_of[f] == body) != (body_of[g] == body))
      neighbours.push_back(body_of[f] == body ? body_of[g] : body_of[f]);
  sort_unique(neighbours);
  return neighbours;
}

}  // namespace tactus::core
