/// \file groups.hpp  Finds the nodes and boundary facets of a body that belong to a named group of
/// its mesh.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/mesh/boundary.hpp"
#include "core/mesh/mesh.hpp"

namespace tactus::core {

/// Node numbers of the mesh in ascending order. For an empty name these are all `count` nodes.
/// Returns nothing if the mesh has no such group.
std::optional<std::vector<Index>> nodes_of(const Mesh& mesh, Index count, std::string_view group);

/// Error message for an unknown group, which lists the groups that exist.
std::string unknown_group(std::string_view body, const Mesh& mesh, std::string_view group);

/// Finds facets of a boundary by their nodes, in any order.
class FacetFinder {
 public:
  explicit FacetFinder(const Boundary& boundary);
  /// @param nodes  [dim]
  /// @returns the number of the facet, or kNone if the boundary has no such facet
  Index find(const Index* nodes) const;

 private:
  using Nodes = std::array<Index, 3>;  ///< ascending; in the plane the first one is kNone
  static Nodes sorted(const Index* nodes, int dim);
  int dim_;
  std::map<Nodes, Index> numbers_;
};

/// The facets of the boundary that belong to a group, ascending and unique; all facets for an empty
/// name. A group of other entities than facets, or of interior facets, contains none.
/// @pre the mesh has the group
std::vector<Index> facets_of(const Mesh& mesh, const Boundary& boundary, std::string_view group);

/// Error message for a group without boundary facets.
std::string no_facets(std::string_view body, const Mesh& mesh, std::string_view group);

}  // namespace tactus::core
