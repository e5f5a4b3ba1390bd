/// \file groups.hpp  Nodes of a body by the name of a group of its mesh.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/mesh/mesh.hpp"

namespace tactus::core {

/// Node numbers of the mesh, ascending; all `count` of them for an empty name; none at all where
/// the mesh has no such group.
std::optional<std::vector<Index>> nodes_of(const Mesh& mesh, Index count, std::string_view group);

/// The sentence for a group that is not there, with those that are.
std::string unknown_group(std::string_view body, const Mesh& mesh, std::string_view group);

}  // namespace tactus::core
