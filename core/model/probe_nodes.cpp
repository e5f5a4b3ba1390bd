#include "core/model/probe_nodes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

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

/// Why a point is none of the body's: it is farther from the nearest node than the body is wide. Empty
/// if it is not.
std::string too_far(const ProbeConfig& probe, const Mesh& mesh, View<Real> centre, Index nearest) {
  const auto dim = static_cast<std::size_t>(mesh.dim);
  Real away = 0, width = 0;
  for (std::size_t d = 0; d < dim; ++d) {
    Real least = kUnlimited, most = -kUnlimited;
    for (Index n = 0; n < mesh.nodes(); ++n) {
      least = std::min(least, mesh.points[static_cast<std::size_t>(n) * dim + d]);
      most = std::max(most, mesh.points[static_cast<std::size_t>(n) * dim + d]);
    }
    width = std::max(width, most - least);
    away = std::max(away, std::abs(mesh.points[static_cast<std::size_t>(nearest) * dim + d] -
                                   (probe.point[d] - centre[d])));
  }
  if (away <= width) return {};
  return fmt::format(
      "[{:g}] given, and the nearest node of body \"{}\" is {:.3g} m away, while the "
      "body is {:.3g} m wide; points are those of the scene at the start, in metres",
      fmt::join(probe.point, ", "), probe.body, away, width);
}

/// Node numbers in the mesh of the probe's body.
std::vector<Index> nodes_of_probe(const ProbeConfig& probe, const Mesh& mesh, View<Real> centre,
                                  std::vector<ModelProblem>& problems) {
  if (probe.type == ProbeType::energy || probe.type == ProbeType::material) return {};
  if (probe.one_node) {
    if (probe.node == 0) {
      const Index nearest = nearest_node(mesh, probe.point, centre);
      if (std::string problem = too_far(probe, mesh, centre, nearest); !problem.empty())
        problems.push_back({probe.pointer + "/point", std::move(problem)});
      return {nearest};
    }
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
