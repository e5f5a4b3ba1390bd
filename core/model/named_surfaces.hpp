/// \file named_surfaces.hpp  The boundaries of bodies, divided into the surfaces that laws and
/// constraints are given for ("between").
///
/// Each body has one surface of its own name; every group of its mesh that "between" names is a
/// surface apart, "body/group", and its facets leave the first one. Groups that nobody names divide
/// nothing: they may overlap, and a polygon of a thousand sides has one surface.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/config/scene/configuration.hpp"
#include "core/mesh/mesh.hpp"
#include "core/model/model_error.hpp"

namespace tactus::core {

struct NamedSurface {
  std::string name;  ///< "block" or "block/top"
  std::size_t body = 0;
  std::string group;   ///< empty: what no named group of the body holds
  bool empty = false;  ///< no facet and no particle is left to it
};

class NamedSurfaces {
 public:
  NamedSurfaces() = default;
  /// @pre the meshes are sound and have the groups (check_surface_groups)
  /// @param problems  gets groups that have no facet of the boundary, and facets that are in two
  NamedSurfaces(const Configuration& configuration, const std::vector<Mesh>& meshes,
                std::vector<ModelProblem>& problems);

  const std::vector<NamedSurface>& list() const { return list_; }
  /// The surface that has a body's own name.
  std::int32_t of_body(std::size_t body) const { return of_body_[body]; }
  /// [facets] of a body, in the order of its boundary; empty: all are of_body().
  View<std::int32_t> of_facets(std::size_t body) const { return of_facets_[body]; }

 private:
  struct NamedGroup {
    std::string name, pointer;  ///< who names it first
  };
  static std::vector<std::vector<NamedGroup>> named_groups(const Configuration& configuration);
  void divide(std::size_t body, const BodyConfig& config, const Mesh& mesh,
              const std::vector<NamedGroup>& groups, std::vector<ModelProblem>& problems);

  std::vector<NamedSurface> list_;
  std::vector<std::int32_t> of_body_;
  std::vector<std::vector<std::int32_t>> of_facets_;
};

/// Adds a problem for each group in "between" that the mesh does not have.
void check_surface_groups(const Configuration& configuration, const std::vector<Mesh>& meshes,
                          std::vector<ModelProblem>& problems);

}  // namespace tactus::core
