/// \file surface_data.hpp  Owns the arrays of a Surface.
#pragma once

#include <string>
#include <vector>

#include "core/mesh/boundary.hpp"
#include "core/model/named_surfaces.hpp"
#include "tactus/compressed_rows.hpp"
#include "tactus/state.hpp"
#include "tactus/surface.hpp"

namespace tactus::core {

/// One body as the surface needs it. Its nodes have the numbers `first_node` + number in the mesh.
struct SurfaceBody {
  const Mesh* mesh = nullptr;  ///< null: particles, or a half-space
  Index first_node = 0, nodes = 0;
  Real radius = 0;                     ///< m, of particles
  std::int32_t surface = 0;            ///< number of the surface with the body's own name
  View<std::int32_t> facet_surface{};  ///< [facets] of the boundary; empty: all are `surface`
  /// [dim] of a half-space, outward and of length 1; its one node is the point. Empty: it is none
  std::vector<Real> normal{};
};

class SurfaceData {
 public:
  SurfaceData() = default;
  /// @param reference, inverse_mass  [nodes * dim] of the model
  /// Writes Body::vertices (its boundary vertices) into `layout`.
  SurfaceData(int dim, const std::vector<SurfaceBody>& bodies, View<Real> reference,
              View<Real> inverse_mass, Out<Body> layout);
  SurfaceData(const SurfaceData&) = delete;
  SurfaceData& operator=(const SurfaceData&) = delete;
  SurfaceData(SurfaceData&&) = default;  ///< moved vectors keep their memory, so views remain valid
  SurfaceData& operator=(SurfaceData&&) = default;

  /// Sets the names of the surfaces that SurfaceBody refers to; the list outlives this.
  void name_patches(const std::vector<NamedSurface>& surfaces);
  /// [dim] m, origin of all positions; the view outlives this.
  void set_origin(View<Real> origin) { surface_.origin = origin; }

  const Surface& view() const { return surface_; }
  View<Index> vertex_node() const { return vertices_.node; }
  View<Real> facet_size() const { return facets_.size; }  ///< [facets] m, see mesh/boundary.hpp
  Real longest_facet() const { return facets_.longest_edge; }  ///< m, longest edge of a facet

 private:
  void add_boundary(const SurfaceBody& body, std::int32_t number, const Boundary& boundary);
  void add_particles(const SurfaceBody& body, std::int32_t number);
  void add_half_space(const SurfaceBody& body, std::int32_t number, View<Real> reference);
  void add_elements(const SurfaceBody& body, std::int32_t number);
  void add_vertex(Index node, std::int32_t body, Real radius);
  void make_vertex_facets();
  void make_vertex_patches(const std::vector<SurfaceBody>& bodies);
  void publish(int dim, View<Real> reference, View<Real> inverse_mass);

  struct Vertices {
    std::vector<Index> node, global;
    std::vector<std::int32_t> body, patch;
    std::vector<Real> radius, inverse_mass, inverse_mass_along, reference;
    Index on_boundary = 0;  ///< they come first, then those of inner nodes and half-spaces
  };
  struct Facets {
    std::vector<Index> vertices, neighbour, edge, edge_facet;
    std::vector<std::int32_t> body, patch;
    std::vector<Real> size;
    Real longest_edge = 0;
  };
  struct Elements {
    std::vector<Index> vertices;
    std::vector<std::uint8_t> outer_face;
    std::vector<std::int32_t> body;
  };
  struct Planes {
    std::vector<Index> vertex;
    std::vector<std::int32_t> body;
    std::vector<Real> point_and_normal;
  };

  int dim_ = 0;
  std::vector<Index> vertex_of_node_;
  Vertices vertices_;
  Facets facets_;
  CompressedRows<> vertex_facet_;
  Elements elements_;
  Planes planes_;
  std::vector<std::string_view> patch_name_;
  Surface surface_;
};

}  // namespace tactus::core
