/// \file model.hpp  The model: all bodies of a run in one array of degrees of freedom, with
/// everything that does not change during the run.
///
/// Node n of the model owns the degrees of freedom dim * n, ..., dim * n + dim - 1. The nodes of a body are
/// contiguous and in the order of its mesh. Deformable bodies, particles and obstacles are treated alike: all nodes
/// of an obstacle are prescribed, have no mass and feel no force, and its elements serve the test "is this vertex
/// inside?". Bodies of other kinds (core/model/body_kind.hpp) come after all nodes; their points and degrees of
/// freedom continue the numbering of nodes.
///
/// Positions of a scene far from the origin are stored relative to a point near its centre, so that
/// no digits are lost there. If all lengths are multiplied by a power of two, all results are multiplied by a
/// power of two, to the bit.
#pragma once

#include <string>
#include <vector>

#include "core/mesh/check.hpp"
#include "core/mesh/mesh.hpp"
#include "core/model/loads.hpp"
#include "core/model/massless_nodes.hpp"
#include "core/model/supports.hpp"
#include "core/model/surface_data.hpp"
#include "core/model/surface_motion.hpp"
#include "core/model/surface_pairs.hpp"
#include "core/scene/configuration.hpp"
#include "core/scene/material_history.hpp"
#include "core/scene/model_error.hpp"
#include "tactus/material.hpp"
#include "tactus/state.hpp"
#include "tactus/surface.hpp"

namespace tactus::core {

/// What the kernel knows about a body in addition to its ranges in Layout::bodies.
struct ModelBody {
  std::string name;
  std::string plugin;                  ///< type of the material, as in the configuration
  const Material* material = nullptr;  ///< deformable bodies only; owned by the configuration
  bool obstacle = false;               ///< its motion is given
  MaterialHistory history;             ///< what the material remembers at each point
  Real density = 0;                    ///< kg/m^3
  Real thickness = 1;                  ///< m; 1 in space
  Range nodes;                         ///< nodes of the model; for a body without nodes its points
  Range elements;  ///< in Model::elements() or, after all of these, in Model::shown_elements()
  const BodyKind* kind = nullptr;  ///< of a body without nodes; null: it has nodes
  Index number_in_kind = 0;        ///< among the bodies of that kind
};

/// Initial state of a run that starts from the state of another run.
struct StartState {
  std::vector<Real> q, v;  ///< [coordinates], [dofs], as in Layout
};

class Model {
 public:
  /// @param configuration  outlives the model, which refers to its materials
  /// @param meshes         one per body, as generated or read (scaled, rotated and translated
  /// here);
  ///                       ignored for particles
  /// @param start          null: bodies as they are placed, with the velocities of the
  /// configuration
  /// @throws ModelError with all problems found
  Model(const Configuration& configuration, std::vector<Mesh> meshes,
        const StartState* start = nullptr);
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  const Layout& layout() const { return layout_; }
  const Surface& surface() const { return surface_.view(); }
  /// The surfaces to which the numbers in Surface::facet_patch refer.
  const std::vector<NamedSurface>& named_surfaces() const { return named_surfaces_.list(); }
  /// The entry of Configuration::contact.laws, or of its constraints, that applies to two surfaces.
  const SurfacePairs& law_pairs() const { return law_pairs_; }
  const SurfacePairs& constraint_pairs() const { return constraint_pairs_; }
  /// Bodies and what is outside of the model, which is numbered behind them where contacts are told.
  std::size_t sides() const { return sides_; }
  const Scales& scales() const { return scales_; }
  const std::vector<ModelBody>& bodies() const { return bodies_; }
  int dim() const { return layout_.dim; }
  Index nodes() const { return nodes_; }  ///< number of points that own degrees of freedom
  /// Number of points of all bodies
  Index points() const { return static_cast<Index>(places_.size()) / dim(); }

  /// [dim] m: place in the configuration's coordinates = stored position + centre.
  View<Real> centre() const { return centre_; }
  /// m, largest absolute coordinate of a point in the configuration's coordinates, as placed. Places
  /// are given to half a unit in the last place of this.
  Real largest_coordinate() const { return largest_coordinate_; }
  /// [nodes * dim] m, coordinates of nodes as placed, where they are undeformed
  View<Real> reference() const {
    return View<Real>(places_).first(static_cast<std::size_t>(nodes_ * dim()));
  }
  View<Real> places() const { return places_; }              ///< [points * dim] m, as placed
  View<Real> initial_coordinates() const { return start_; }  ///< [coordinates] initial q
  View<Real> initial_velocity() const { return velocity_; }  ///< [dofs] m/s, including supports
  View<Real> mass() const { return mass_; }                  ///< [dofs] kg, lumped
  View<Real> inverse_mass() const { return inverse_mass_; }  ///< [dofs] 1/kg, 0 where prescribed
  const Loads& loads() const { return loads_; }
  View<Real> gravity() const { return loads_.gravity(); }  ///< [dim] m/s^2, the constant part
  const Supports& supports() const { return supports_; }

  /// Columns of materials' histories that users see; of several materials with one column it is there once.
  const std::vector<HistoryColumn>& shown_history() const { return shown_history_; }

  /// [probes] points of the model that each entry of Configuration::probes refers to.
  const std::vector<std::vector<Index>>& probe_nodes() const { return probe_nodes_; }

  /// [elements * (dim + 1)] nodes of the model. The elements of a body, which may be an obstacle,
  /// are contiguous and in the order of its mesh.
  View<Index> elements() const { return elements_; }
  Index element_count() const { return static_cast<Index>(elements_.size()) / (dim() + 1); }
  View<std::int32_t> element_body() const { return element_body_; }
  std::size_t body_of_node(Index node) const;

  /// The kinds of bodies without nodes.
  const SurfaceMotion::Kinds& kinds() const { return kinds_; }
  /// [elements * (dim + 1)] points of such bodies, which are only shown in frames.
  View<Index> shown_elements() const { return shown_elements_; }
  View<std::int32_t> shown_body() const { return shown_body_; }
  /// x [points * dim] m at q, and the velocities of the points.
  void place_points(View<Real> q, Out<Real> x) const;
  void point_velocities(View<Real> q, View<Real> v, Out<Real> x) const;

  /// [Surface::vertices] node or point of the model.
  View<Index> vertex_node() const { return surface_.vertex_node(); }

  /// How degrees of freedom move the vertices of the Surface.
  const SurfaceMotion& motion() const { return motion_; }

  /// For messages: `element 12 of body "mover"`, counted from 1 as in the body's mesh.
  std::string element_name(Index element) const;
  std::string node_name(Index node) const;

 private:
  void place(const Configuration& configuration, std::vector<Mesh>& meshes);
  void number_bodies(const Configuration& configuration, const std::vector<Mesh>& meshes);
  void add_bodies_without_nodes(const Configuration& configuration,
                                const std::vector<Mesh>& meshes);
  void add_kind(const BodyKindType& type, const Configuration& configuration,
                const std::vector<Mesh>& meshes);
  bool add_points(std::size_t body, const Mesh& mesh);
  std::vector<Real> point_inverse_mass() const;
  void check(const Configuration& configuration, const std::vector<Mesh>& meshes,
             const std::vector<std::vector<MeshProblem>>& flaws,
             std::vector<ModelProblem>& problems) const;
  void show_history(std::size_t body, std::vector<ModelProblem>& problems);
  void take_start(const StartState& start, std::vector<ModelProblem>& problems);
  void find_probe_nodes(const Configuration& configuration, const std::vector<Mesh>& meshes,
                        std::vector<ModelProblem>& problems);
  void name_surfaces(const Configuration& configuration, const std::vector<Mesh>& meshes);
  void add_velocities_without_nodes(const Configuration& configuration);
  void make_mass(const Configuration& configuration);
  void make_loads(const Configuration& configuration, const std::vector<Mesh>& meshes);
  void check_mass() const;
  void make_scales(const std::vector<Mesh>& meshes);

  Layout layout_;
  std::vector<ModelBody> bodies_;
  std::vector<HistoryColumn> shown_history_;
  std::vector<Body> layout_bodies_;
  std::vector<Index> block_start_;
  Index nodes_ = 0;
  Real largest_coordinate_ = 0;
  MasslessNodes massless_;
  std::vector<Real> centre_, places_, start_, velocity_, mass_, inverse_mass_;
  std::vector<Index> elements_, shown_elements_;
  std::vector<std::int32_t> element_body_, shown_body_;
  Supports supports_;
  std::vector<std::vector<Index>> probe_nodes_;
  Loads loads_;
  NamedSurfaces named_surfaces_;
  SurfacePairs law_pairs_, constraint_pairs_;
  std::size_t sides_ = 0;
  SurfaceData surface_;
  SurfaceMotion::Kinds kinds_;
  SurfaceMotion motion_;
  Scales scales_;
};

}  // namespace tactus::core
