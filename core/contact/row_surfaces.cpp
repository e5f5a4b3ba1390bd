#include "core/contact/row_surfaces.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tactus::core {
namespace {

bool holds(View<Index> vertices, Index v) {
  return std::find(vertices.begin(), vertices.end(), v) != vertices.end();
}

/// A facet of this body whose vertices are all in the stencil; kNone if there is none.
Index whole_facet(const Surface& surface, View<Index> stencil, std::int32_t body) {
  for (const Index v : stencil) {
    if (surface.vertex_body[v] != body) continue;
    for (const Index f : surface.facets_of(v)) {
      const View<Index> facet = surface.facet_vertices(f);
      if (std::all_of(facet.begin(), facet.end(), [&](Index n) { return holds(stencil, n); }))
        return f;
    }
  }
  return kNone;
}

}  // namespace

std::string unknown_outside(Index row, std::int32_t given, std::size_t known) {
  return fmt::format("its row {} pushes against number {} of the {} that it names (outside)", row,
                     given, known);
}

std::pair<std::int32_t, std::int32_t> surfaces_of_stencil(const Surface& surface,
                                                          View<Index> stencil) {
  const auto body_of = [&](Index v) { return surface.vertex_body[v]; };
  const Index first = stencil.front();
  const auto second = std::find_if(stencil.begin(), stencil.end(),
                                   [&](Index v) { return body_of(v) != body_of(first); });
  const Index facet = whole_facet(surface, stencil, body_of(first));
  const std::int32_t own =
      facet == kNone ? surface.vertex_patch[first] : surface.facet_patch[facet];
  if (second != stencil.end()) {
    const Index other = whole_facet(surface, stencil, body_of(*second));
    return {own, other == kNone ? surface.vertex_patch[*second] : surface.facet_patch[other]};
  }
  for (const Index v : stencil) {  // the stencil has a single body
    const bool is_own = facet == kNone ? v == first : holds(surface.facet_vertices(facet), v);
    if (!is_own) return {own, surface.vertex_patch[v]};
  }
  return {own, own};
}

}  // namespace tactus::core
