#include "core/model/groups.hpp"

#include <fmt/format.h>

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

}  // namespace tactus::core
