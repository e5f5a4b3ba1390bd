/// \file groups.hpp  Nodes and boundary facets of a body by the name of a group of its mesh.
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

/// Node numbers of the mesh, ascending; all `count` of them for an empty name; none at all where
/// the mesh has no such group.
std::optional<std::vector<Index>> nodes_of(const Mesh& mesh, Index count, std::string_view group);

/// The sentence for a group that is not there, with those that are.
std::string unknown_group(std::string_view body, const Mesh& mesh, std::string_view group);

/// Finds facets of a boundary by their nodes, whatever the order of these.
class FacetFinder {
 public:
  explicit FacetFinder(const Boundary& boundary);
  /// @param nodes  [dim]
  /// @returns the number of the facet, kNone where the boundary has no such facet
  Index find(const Index* nodes) const;

 private:
  using Nodes = std::array<Index, 3>;  ///< ascending; in the plane the first one is kNone
  static Nodes sorted(const Index* nodes, int dim);
  int dim_;
  std::map<Nodes, Index> numbers_;
};

/// The facets of the boundary that a group holds, ascending, each once; all of them for an empty name.
/// A group of other entities than facets, or of facets inside of the body, holds none.
/// @pre the mesh has the group
std::vector<Index> facets_of(const Mesh& mesh, const Boundary& boundary, std::string_view group);

/// The sentence for a group that holds none.
std::string no_facets(std::string_view body, const Mesh& mesh, std::string_view group);

}  // namespace tactus::core
