#include "core/run/model_auditor.hpp"

namespace tactus::core {

Auditor make_auditor(const Model& model) {
  const Surface& surface = model.surface();
  std::vector<Index> lone;
  std::vector<std::int32_t> lone_body;
  std::vector<std::uint8_t> self;
  for (Index v = 0; v < surface.boundary_vertices; ++v) {
    if (!surface.facets_of(v).empty()) continue;
    lone.push_back(v);
    lone_body.push_back(surface.vertex_body[v]);
  }
  for (const Body& body : model.layout().bodies) self.push_back(body.self_contact ? 1 : 0);
  return Auditor({.dim = model.dim(),
                  .points = {},
                  .facets = surface.facet,
                  .facet_body = surface.facet_body,
                  .self = self,
                  .lone_points = lone,
                  .lone_body = lone_body});
}

}  // namespace tactus::core
