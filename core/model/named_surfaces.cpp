#include "core/model/named_surfaces.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

#include "core/model/groups.hpp"

namespace tactus::core {
namespace {

/// Calls f(name, pointer) for each surface name in the configuration, in its order.
template <class F>
void for_each_name(const Configuration& configuration, F&& f) {
  const auto visit = [&](const BetweenConfig& between) {
    f(between.first, between.pointer + "/between/0");
    f(between.second, between.pointer + "/between/1");
  };
  for (const ConstraintConfig& c : configuration.contact.constraints) visit(c.between);
  for (const StageConfig& stage : configuration.contact.stages)
    for (const ConstraintConfig& c : stage.constraints) visit(c.between);
  for (const LawConfig& law : configuration.contact.laws) visit(law.between);
}

/// Two groups of a body that have facets in common.
struct Overlap {
  Index facets = 0;
  std::vector<Index> nodes;  ///< of the first common facet, counted from 1
};

}  // namespace

NamedSurfaces::NamedSurfaces(const Configuration& configuration, const std::vector<Mesh>& meshes,
                             std::vector<ModelProblem>& problems) {
  const auto groups = named_groups(configuration);
  of_facets_.resize(meshes.size());
  for (std::size_t b = 0; b < meshes.size(); ++b) {
    const BodyConfig& body = configuration.bodies[b];
    of_body_.push_back(static_cast<std::int32_t>(list_.size()));
    list_.push_back({body.name, b, {}});
    if (!groups[b].empty()) divide(b, body, meshes[b], groups[b], problems);
  }
}

/// [bodies] the groups that occur in names of surfaces, each once.
std::vector<std::vector<NamedSurfaces::NamedGroup>> NamedSurfaces::named_groups(
    const Configuration& configuration) {
  std::vector<std::vector<NamedGroup>> groups(configuration.bodies.size());
  for_each_name(configuration, [&](const SurfaceName& name, const std::string& pointer) {
    for (std::size_t b = 0; b < groups.size() && !name.group.empty(); ++b)
      if (name.means_body(b) && std::ranges::count(groups[b], name.group, &NamedGroup::name) == 0)
        groups[b].push_back({name.group, pointer});
  });
  return groups;
}

void NamedSurfaces::divide(std::size_t body, const BodyConfig& config, const Mesh& mesh,
                           const std::vector<NamedGroup>& groups,
                           std::vector<ModelProblem>& problems) {
  const Boundary boundary = core::boundary(mesh);
  const FacetFinder facets(boundary);
  std::vector<std::int32_t>& surface = of_facets_[body];
  surface.assign(static_cast<std::size_t>(boundary.facets()), of_body_[body]);
  std::map<std::pair<std::int32_t, std::int32_t>, Overlap> overlaps;
  for (const NamedGroup& g : groups) {
    const auto number = static_cast<std::int32_t>(list_.size());
    list_.push_back({config.name + "/" + g.name, body, g.name});
    const Group& group = *mesh.group(g.name);
    Index held = 0;
    const auto corners = static_cast<std::size_t>(mesh.dim);
    for (std::size_t c = 0; group.dim == mesh.dim - 1 && c < group.cells.size(); c += corners) {
      const Index* nodes = group.cells.data() + c;
      const Index facet = facets.find(nodes);
      if (facet == kNone) continue;  // an interior facet, between two elements
      ++held;
      const std::int32_t before = std::exchange(surface[static_cast<std::size_t>(facet)], number);
      if (before == of_body_[body] || before == number) continue;
      Overlap& overlap = overlaps[{before, number}];
      if (overlap.facets++ == 0)
        for (std::size_t k = 0; k < corners; ++k) overlap.nodes.push_back(nodes[k] + 1);
    }
    if (held == 0) problems.push_back({g.pointer, no_facets(config.name, mesh, g.name)});
  }
  for (const auto& [pair, overlap] : overlaps) {
    const std::string &first = list_[static_cast<std::size_t>(pair.first)].group,
                      &second = list_[static_cast<std::size_t>(pair.second)].group;
    problems.push_back(
        {std::ranges::find(groups, second, &NamedGroup::name)->pointer,
         fmt::format("the groups \"{}\" and \"{}\" of body \"{}\" have {} facet{} in common, the "
                     "first one with nodes {}; a facet belongs to one surface: name only one of "
                     "the two, or divide them in the mesh",
                     first, second, config.name, overlap.facets, overlap.facets == 1 ? "" : "s",
                     fmt::join(overlap.nodes, ", "))});
  }
  for (std::size_t s = static_cast<std::size_t>(of_body_[body]); s < list_.size(); ++s)
    list_[s].empty = std::ranges::count(surface, static_cast<std::int32_t>(s)) == 0;
}

void check_surface_groups(const Configuration& configuration, const std::vector<Mesh>& meshes,
                          std::vector<ModelProblem>& problems) {
  for_each_name(configuration, [&](const SurfaceName& name, const std::string& pointer) {
    if (name.group.empty()) return;
    for (std::size_t b = 0; b < meshes.size(); ++b) {
      if (!name.means_body(b)) continue;
      if (!meshes[b].group(name.group))
        problems.push_back(
            {pointer, unknown_group(configuration.bodies[b].name, meshes[b], name.group)});
      return;  // further bodies are copies of an array with the same mesh
    }
  });
}

}  // namespace tactus::core
