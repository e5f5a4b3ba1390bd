#include "core/model/groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace tactus::core {

std::optional<std::vector<Index>> nodes_of(const Mesh& mesh, Index count, std::string_view group) {
  if (const Group* found = group.empty() ? nullptr : mesh.group(group)) return found->nodes;
  if (!group.empty()) return std::nullopt;
  std::vector<Index> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

std::string unknown_group(std::string_view body, const Mesh& mesh, std::string_view group) {
  if (mesh.groups.empty())
    return fmt::format("the mesh of body \"{}\" has no groups, so no \"{}\"", body, group);
  std::string names;
  for (const Group& g : mesh.groups)
    names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", g.name);
  return fmt::format("the mesh of body \"{}\" has no group \"{}\"; it has {}", body, group, names);
}

FacetFinder::FacetFinder(const Boundary& boundary) : dim_(boundary.dim) {
  for (Index f = 0; f < boundary.facets(); ++f)
    numbers_[sorted(boundary.facet.data() + f * dim_, dim_)] = f;
}

FacetFinder::Nodes FacetFinder::sorted(const Index* nodes, int dim) {
  Nodes sorted{kNone, kNone, kNone};
  std::copy_n(nodes, dim, sorted.begin());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

Index FacetFinder::find(const Index* nodes) const {
  const auto found = numbers_.find(sorted(nodes, dim_));
  return found == numbers_.end() ? kNone : found->second;
}

std::vector<Index> facets_of(const Mesh& mesh, const Boundary& boundary, std::string_view group) {
  std::vector<Index> facets;
  if (group.empty()) {
    facets.resize(static_cast<std::size_t>(boundary.facets()));
    std::iota(facets.begin(), facets.end(), Index{0});
    return facets;
  }
  const Group& cells = *mesh.group(group);
  if (cells.dim != mesh.dim - 1) return facets;
  const FacetFinder finder(boundary);
  const auto corners = static_cast<std::size_t>(mesh.dim);
  for (std::size_t c = 0; c < cells.cells.size(); c += corners)
    if (const Index facet = finder.find(cells.cells.data() + c); facet != kNone)
      facets.push_back(facet);
  std::sort(facets.begin(), facets.end());
  facets.erase(std::unique(facets.begin(), facets.end()), facets.end());
  return facets;
}

std::string no_facets(std::string_view body, const Mesh& mesh, std::string_view group) {
  return fmt::format(
      "the group \"{}\" has no facet of the boundary of body \"{}\", so it is no surface; take one "
      "of {} on the boundary",
      group, body, mesh.dim == 2 ? "edges" : "triangles");
}

}  // namespace tactus::core
