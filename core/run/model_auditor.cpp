#include "core/run/model_auditor.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/model/model_error.hpp"

namespace tactus::core {

Auditor make_auditor(const Model& model) {
  const Surface& surface = model.surface();
  std::vector<Index> lone;
  std::vector<std::int32_t> lone_body;
  std::vector<Real> lone_radius;
  for (Index v = 0; v < surface.boundary_vertices; ++v) {
    if (!surface.facets_of(v).empty()) continue;
    lone.push_back(v);
    lone_body.push_back(surface.vertex_body[v]);
    lone_radius.push_back(surface.radius[v]);
  }
  const std::vector<std::uint8_t> self(model.bodies().size(), 1);
  return Auditor({.dim = model.dim(),
                  .points = {},
                  .facets = surface.facet,
                  .facet_body = surface.facet_body,
                  .self = self,
                  .lone_points = lone,
                  .lone_body = lone_body,
                  .lone_radius = lone_radius});
}

void refuse_overlap_of_start(const Model& model, Auditor& auditor) {
  std::vector<Real> points(model.surface().reference.size());
  model.motion().positions(model.initial_coordinates(), points);
  const AuditResult& result = auditor.check(points);
  if (result.clean()) return;
  const AuditFinding& f = result.findings.front();
  const auto name = [&](std::int32_t b) {
    return model.bodies()[static_cast<std::size_t>(b)].name;
  };
  throw ModelError({{"/start/from",
                     fmt::format("\"{}\" and \"{}\" overlap in the state of the other run, and "
                                 "contact of this one can only keep bodies apart; take a run whose "
                                 "contact leaves no overlap",
                                 name(f.body_first), name(f.body_second))}});
}

void refuse_overlap(const Model& model, Auditor& auditor) {
  const AuditResult& result = auditor.check(model.surface().reference);
  if (result.clean()) return;
  std::vector<ModelProblem> problems;
  for (const AuditFinding& f : result.findings) {
    const auto name = [&](std::int32_t b) {
      return model.bodies()[static_cast<std::size_t>(b)].name;
    };
    const std::string message =
        f.body_first == f.body_second
            ? fmt::format("\"{}\" intersects itself at the start; take another shape",
                          name(f.body_first))
            : fmt::format(
                  "\"{}\" and \"{}\" overlap at the start; move them apart (touching is "
                  "allowed)",
                  name(f.body_first), name(f.body_second));
    const ModelProblem problem{"/bodies/" + std::to_string(f.body_first), message};
    const bool known = std::any_of(problems.begin(), problems.end(), [&](const ModelProblem& p) {
      return p.message == problem.message;
    });
    if (!known) problems.push_back(problem);
  }
  throw ModelError(std::move(problems));
}

}  // namespace tactus::core
