/// \file model.hpp  All bodies of a run in one array of degrees of freedom: what does not change in
/// time.
///
/// Node n of the model owns the degrees of freedom dim * n, ..., dim * n + dim - 1; the nodes of a
/// body are contiguous and in the order of its mesh. Deformable bodies, particles and obstacles are
/// alike: an obstacle's nodes are prescribed altogether, have no mass and feel no force; its
/// elements serve the test "is this vertex inside?". Bodies of other kinds (core/model/body_kind.hpp),
/// rigid ones so far, come after all nodes: their points continue the numbers of nodes, their degrees
/// of freedom those of nodes.
///
/// Positions are stored relative to the centre of the scene, so that digits are not lost far from
/// the origin. All lengths times a power of two give all results times a power of two, to the bit.
#pragma once

#include <string>
#include <vector>

#include "core/config/scene/configuration.hpp"
#include "core/mesh/check.hpp"
#include "core/mesh/mesh.hpp"
#include "core/model/model_error.hpp"
#include "core/model/supports.hpp"
#include "core/model/surface_data.hpp"
#include "core/model/surface_motion.hpp"
#include "core/model/surface_pairs.hpp"
#include "tactus/material.hpp"
#include "tactus/state.hpp"
#include "tactus/surface.hpp"

namespace tactus::core {

/// What the kernel knows of a body beside its ranges in Layout::bodies.
struct ModelBody {
  std::string name;
  std::string plugin;                  ///< of the material, as in the configuration
  const Material* material = nullptr;  ///< deformable bodies only; owned by the configuration
  Real density = 0;                    ///< kg/m^3
  Real thickness = 1;                  ///< m; 1 in space
  Range nodes;                         ///< of the model; points of a body that has no nodes
  Range elements;  ///< of Model::elements(), or of Model::shown_elements() after all of these
};

/// Where a run begins that goes on from the state of another one.
struct StartState {
  std::vector<Real> q, v;  ///< [coordinates], [dofs], as in Layout
};

class Model {
 public:
  /// @param configuration  outlives the model, which keeps its materials
  /// @param meshes         one a body, as generated or read (scale, rotate and translate are done
  ///                       here); ignored for particles
  /// @param start          null: bodies as they are placed, with the velocities of the configuration
  /// @throws ModelError with every problem found
  Model(const Configuration& configuration, std::vector<Mesh> meshes,
        const StartState* start = nullptr);
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  const Layout& layout() const { return layout_; }
  const Surface& surface() const { return surface_.view(); }
  /// What Surface::facet_patch numbers.
  const std::vector<NamedSurface>& named_surfaces() const { return named_surfaces_.list(); }
  /// Which of Configuration::contact.laws, or of its constraints, holds for two of them.
  const SurfacePairs& law_pairs() const { return law_pairs_; }
  const SurfacePairs& constraint_pairs() const { return constraint_pairs_; }
  const Scales& scales() const { return scales_; }
  const std::vector<ModelBody>& bodies() const { return bodies_; }
  int dim() const { return layout_.dim; }
  Index nodes() const { return nodes_; }  ///< points that own degrees of freedom
  Index points() const { return static_cast<Index>(places_.size()) / dim(); }  ///< of all bodies

  /// [dim] m: place in the configuration's coordinates = stored position + centre.
  View<Real> centre() const { return centre_; }
  /// [nodes * dim] m, q of nodes as they are placed: where they are undeformed
  View<Real> reference() const {
    return View<Real>(places_).first(static_cast<std::size_t>(nodes_ * dim()));
  }
  View<Real> places() const { return places_; }              ///< [points * dim] m, as placed
  View<Real> initial_coordinates() const { return start_; }  ///< [coordinates] q at the start
  View<Real> initial_velocity() const { return velocity_; }  ///< [dofs] m/s, supports included
  View<Real> mass() const { return mass_; }                  ///< [dofs] kg, lumped
  View<Real> inverse_mass() const { return inverse_mass_; }  ///< [dofs] 1/kg, 0 where prescribed
  View<Real> gravity() const { return gravity_; }            ///< [dim] m/s^2, sum of the loads
  const Supports& supports() const { return supports_; }

  /// [probes] points of the model that Configuration::probes are about.
  const std::vector<std::vector<Index>>& probe_nodes() const { return probe_nodes_; }

  /// [elements * (dim + 1)] nodes of the model; the elements of a body are contiguous and in the
  /// order of its mesh. Obstacles have elements too.
  View<Index> elements() const { return elements_; }
  Index element_count() const { return static_cast<Index>(elements_.size()) / (dim() + 1); }
  View<std::int32_t> element_body() const { return element_body_; }
  std::size_t body_of_node(Index node) const;

  /// Bodies without nodes, kind by kind.
  const SurfaceMotion::Kinds& kinds() const { return kinds_; }
  /// [elements * (dim + 1)] points of such bodies: what frames show of them.
  View<Index> shown_elements() const { return shown_elements_; }
  View<std::int32_t> shown_body() const { return shown_body_; }
  /// x [points * dim] m at q, and the velocities there.
  void place_points(View<Real> q, Out<Real> x) const;
  void point_velocities(View<Real> q, View<Real> v, Out<Real> x) const;

  /// [Surface::vertices] node (or point) of the model.
  View<Index> vertex_node() const { return surface_.vertex_node(); }

  /// What moves the vertices of the Surface.
  const SurfaceMotion& motion() const { return motion_; }

  /// For messages: `element 12 of body "mover"`, numbers of the body's mesh counted from 1.
  std::string element_name(Index element) const;
  std::string node_name(Index node) const;

 private:
  void place(const Configuration& configuration, std::vector<Mesh>& meshes);
  void number_bodies(const Configuration& configuration, const std::vector<Mesh>& meshes);
  void add_rigid_bodies(const Configuration& configuration, const std::vector<Mesh>& meshes);
  std::vector<Real> point_inverse_mass() const;
  void check(const Configuration& configuration, const std::vector<Mesh>& meshes,
             const std::vector<std::vector<MeshProblem>>& flaws,
             std::vector<ModelProblem>& problems) const;
  void take_start(const StartState& start, std::vector<ModelProblem>& problems);
  void find_probe_nodes(const Configuration& configuration, const std::vector<Mesh>& meshes,
                        std::vector<ModelProblem>& problems);
  void name_surfaces(const Configuration& configuration, const std::vector<Mesh>& meshes);
  void make_mass(const Configuration& configuration);
  void check_mass() const;
  void make_scales(const std::vector<Mesh>& meshes);

  Layout layout_;
  std::vector<ModelBody> bodies_;
  std::vector<Body> layout_bodies_;
  std::vector<Index> block_start_;
  Index nodes_ = 0;
  std::vector<Real> centre_, places_, start_, velocity_, mass_, inverse_mass_, gravity_;
  std::vector<Index> elements_, shown_elements_;
  std::vector<std::int32_t> element_body_, shown_body_;
  Supports supports_;
  std::vector<std::vector<Index>> probe_nodes_;
  NamedSurfaces named_surfaces_;
  SurfacePairs law_pairs_, constraint_pairs_;
  SurfaceData surface_;
  SurfaceMotion::Kinds kinds_;
  SurfaceMotion motion_;
  Scales scales_;
};

}  // namespace tactus::core
