/// \file named_surfaces.hpp  Divides the boundaries of bodies into named surfaces, between which
/// contact laws and constraints apply ("between").
///
/// Each body has one surface of its own name. Each group of its mesh that some "between" names becomes a separate
/// surface "body/group", whose facets no longer belong to the first one. Groups that are not named divide nothing:
/// they may overlap, and a polygon with a thousand sides still has one surface.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/mesh/mesh.hpp"
#include "core/scene/configuration.hpp"
#include "core/scene/model_error.hpp"

namespace tactus::core {

struct NamedSurface {
  std::string name;  ///< "block" or "block/top"
  std::size_t body = 0;
  std::string group;   ///< empty: the part of the body outside all named groups
  bool empty = false;  ///< it has no facet and no particle
};

class NamedSurfaces {
 public:
  NamedSurfaces() = default;
  /// @pre the meshes are valid and have the groups (check_surface_groups)
  /// @param problems  gets groups without a boundary facet, and facets that are in two groups
  NamedSurfaces(const Configuration& configuration, const std::vector<Mesh>& meshes,
                std::vector<ModelProblem>& problems);

  const std::vector<NamedSurface>& list() const { return list_; }
  /// The surface with the body's own name.
  std::int32_t of_body(std::size_t body) const { return of_body_[body]; }
  /// [facets] surfaces of a body's facets, in the order of its boundary; empty: all are of_body().
  View<std::int32_t> of_facets(std::size_t body) const { return of_facets_[body]; }

 private:
  struct NamedGroup {
    std::string name, pointer;  ///< where it is named first
  };
  static std::vector<std::vector<NamedGroup>> named_groups(const Configuration& configuration);
  void divide(std::size_t body, const BodyConfig& config, const Mesh& mesh,
              const std::vector<NamedGroup>& groups, std::vector<ModelProblem>& problems);

  std::vector<NamedSurface> list_;
  std::vector<std::int32_t> of_body_;
  std::vector<std::vector<std::int32_t>> of_facets_;
};

/// Adds a problem for each group in "between" that does not exist in the mesh.
void check_surface_groups(const Configuration& configuration, const std::vector<Mesh>& meshes,
                          std::vector<ModelProblem>& problems);

}  // namespace tactus::core
