/// \file placed_bodies.hpp  The bodies of a model where they are placed: their points, degrees of freedom and elements
/// in one array each, and how messages name these.
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

#include "core/mesh/mesh.hpp"
#include "core/model/surface_motion.hpp"
#include "core/scene/configuration.hpp"
#include "core/scene/material_history.hpp"
#include "core/scene/model_error.hpp"
#include "tactus/material.hpp"
#include "tactus/state.hpp"

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

/// Particles, round bodies and half-spaces have none.
bool has_mesh(const BodyConfig& body);

/// The origin of all positions of a scene, and how far from zero the scene is.
struct SceneOrigin {
  std::vector<Real> centre;     ///< [dim] m, subtracted from all positions
  Real largest_coordinate = 0;  ///< m, of a point in the configuration's coordinates
};

/// Scales, rotates and translates the meshes of bodies to their places, minus the centre.
/// @throws ModelError
SceneOrigin place_meshes(const Configuration& configuration, std::vector<Mesh>& meshes);

class PlacedBodies {
 public:
  /// @param meshes    one per body, as generated or read; out: in their places
  /// @param problems  out, of bodies and materials
  PlacedBodies(const Configuration& configuration, std::vector<Mesh>& meshes,
               std::vector<ModelProblem>& problems);
  PlacedBodies(const PlacedBodies&) = delete;
  PlacedBodies& operator=(const PlacedBodies&) = delete;

  const Layout& layout() const { return layout_; }
  const std::vector<ModelBody>& bodies() const { return bodies_; }
  int dim() const { return layout_.dim; }
  Index nodes() const { return nodes_; }  ///< number of points that own degrees of freedom
  /// Number of points of all bodies
  Index points() const { return static_cast<Index>(places_.size()) / dim(); }

  /// [dim] m: place in the configuration's coordinates = stored position + centre.
  View<Real> centre() const { return origin_.centre; }
  /// m, largest absolute coordinate of a point in the configuration's coordinates, as placed. Places
  /// are given to half a unit in the last place of this.
  Real largest_coordinate() const { return origin_.largest_coordinate; }
  /// [nodes * dim] m, coordinates of nodes as placed, where they are undeformed
  View<Real> reference() const {
    return View<Real>(places_).first(static_cast<std::size_t>(nodes_ * dim()));
  }
  View<Real> places() const { return places_; }              ///< [points * dim] m, as placed
  View<Real> initial_coordinates() const { return start_; }  ///< [coordinates] initial q

  /// Columns of materials' histories that users see; of several materials with one column it is there once.
  const std::vector<HistoryColumn>& shown_history() const { return shown_history_; }

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

  /// For messages: `element 12 of body "mover"`, counted from 1 as in the body's mesh.
  std::string element_name(Index element) const;
  std::string node_name(Index node) const;

 protected:
  Layout layout_;
  std::vector<Body> layout_bodies_;
  std::vector<Real> start_;

 private:
  void number(const Configuration& configuration, const std::vector<Mesh>& meshes);
  void add_bodies_without_nodes(const Configuration& configuration,
                                const std::vector<Mesh>& meshes);
  void add_kind(const BodyKindType& type, const Configuration& configuration,
                const std::vector<Mesh>& meshes);
  bool add_points(std::size_t body, const Mesh& mesh);
  void show_history(std::size_t body, std::vector<ModelProblem>& problems);

  SceneOrigin origin_;
  std::vector<ModelBody> bodies_;
  std::vector<HistoryColumn> shown_history_;
  std::vector<Index> block_start_;
  Index nodes_ = 0;
  std::vector<Real> places_;
  std::vector<Index> elements_, shown_elements_;
  std::vector<std::int32_t> element_body_, shown_body_;
  SurfaceMotion::Kinds kinds_;
};

}  // namespace tactus::core
