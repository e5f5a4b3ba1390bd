#include "core/model/probe_nodes.hpp"

#include <fmt/format.h>

#include "core/model/groups.hpp"

namespace tactus::core {
namespace {

/// The node nearest to a point [dim]; the first one of several.
Index nearest_node(const Mesh& mesh, const std::vector<Real>& point, View<Real> centre) {
  const auto dim = static_cast<std::size_t>(mesh.dim);
  Index nearest = 0;
  Real least = kUnlimited;
  for (Index n = 0; n < mesh.nodes(); ++n) {
    Real square = 0;
    for (std::size_t d = 0; d < dim; ++d) {
      const Real x = mesh.points[static_cast<std::size_t>(n) * dim + d] - (point[d] - centre[d]);
      square += x * x;
    }
    if (square < least) least = square, nearest = n;
  }
  return nearest;
}

/// Node numbers in the mesh of the probe's body.
std::vector<Index> nodes_of_probe(const ProbeConfig& probe, const Mesh& mesh, View<Real> centre,
                                  std::vector<ModelProblem>& problems) {
  if (probe.type == ProbeType::energy) return {};
  if (probe.type == ProbeType::node) {
    if (probe.node == 0) return {nearest_node(mesh, probe.point, centre)};
    if (probe.node <= mesh.nodes()) return {probe.node - 1};
    problems.push_back(
        {probe.pointer + "/node", fmt::format("{} given; the mesh of body \"{}\" has nodes 1 to {}",
                                              probe.node, probe.body, mesh.nodes())});
    return {};
  }
  auto nodes = nodes_of(mesh, mesh.nodes(), probe.group);
  if (!nodes)
    problems.push_back({probe.pointer + "/group", unknown_group(probe.body, mesh, probe.group)});
  return nodes ? *std::move(nodes) : std::vector<Index>{};
}

}  // namespace

std::vector<std::vector<Index>> probe_nodes(const Configuration& configuration,
                                            const std::vector<Mesh>& meshes, View<Index> first,
                                            View<Real> centre,
                                            std::vector<ModelProblem>& problems) {
  std::vector<std::vector<Index>> result;
  for (const ProbeConfig& probe : configuration.probes) {
    result.push_back(nodes_of_probe(probe, meshes[probe.body_index], centre, problems));
    for (Index& node : result.back()) node += first[probe.body_index];
  }
  return result;
}

}  // namespace tactus::core
